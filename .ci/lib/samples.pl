# Compares two scrapes with what a receiver stored between them: samples.pl BEFORE AFTER STORED, all in Prometheus' text
# format. Every series of a scrape must be stored, and no other; a value that both scrapes have must be the stored one.
use strict;
use warnings;

# Of each series, its name and sorted labels, the value. Resource attributes, whose names have a dot, are no labels here.
sub samples {
  my %samples;
  open my $file, '<', $_[0] or die "$_[0]: $!\n";
  while (<$file>) {
    next if /^#/;
    my ($name, $labels, $value) = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/ or die "$_[0]: no sample: $_";
    $labels //= '';
    # The same bound is 60 or 60.0.
    $labels =~ s/\ble="([0-9.e+-]+)"/sprintf 'le="%s"', $1 + 0/e;
    my @labels = grep { !/^\w+\./ } $labels =~ /([\w.]+="(?:[^"\\]|\\.)*")/g;
    $samples{"$name\{" . join(',', sort @labels) . '}'} = $value;
  }
  return \%samples;
}

# Receivers keep 15 digits.
sub equal {
  my ($a, $b) = @_;
  return $a eq $b || abs($a - $b) <= 1e-12 * abs($a);
}

my ($before, $after, $stored) = map { samples($_) } @ARGV;
my @wrong;
my $same = 0;
for my $series (sort keys %$before) {
  next unless exists $after->{$series};
  if (!exists $stored->{$series}) {
    push @wrong, "not stored: $series";
  } elsif ($before->{$series} eq $after->{$series}) {
    if (equal($before->{$series}, $stored->{$series})) {
      $same++;
    } else {
      push @wrong, "$series is $before->{$series}, stored as $stored->{$series}";
    }
  }
}
for my $series (sort keys %$stored) {
  push @wrong, "not scraped: $series" unless exists $before->{$series} || exists $after->{$series};
}
print "$_\n" for @wrong;
printf "%d series of a scrape are stored under the same names; %d have the same value, the others change\n",
  scalar(keys %$before), $same;
exit(@wrong || $same < 1000 ? 1 : 0);
