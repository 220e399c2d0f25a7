# Compares two scrapes with the samples that a receiver stored between them: samples.pl BEFORE AFTER STORED, all in
# Prometheus' text format. The stored series must be those of the scrapes; a value that is equal in both scrapes must be
# the stored one.
use strict;
use warnings;

# Maps each series (name and sorted labels) to its value. Resource attributes have a dot in their names and are ignored.
sub samples {
  my %samples;
  open my $file, '<', $_[0] or die "$_[0]: $!\n";
  while (<$file>) {
    next if /^#/;
    my ($name, $labels, $value) = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/ or die "$_[0]: no sample: $_";
    $labels //= '';
    # The same bucket bound is written as 60 or 60.0.
    $labels =~ s/\ble="([0-9.e+-]+)"/sprintf 'le="%s"', $1 + 0/e;
    my @labels = grep { !/^\w+\./ } $labels =~ /([\w.]+="(?:[^"\\]|\\.)*")/g;
    $samples{"$name\{" . join(',', sort @labels) . '}'} = $value;
  }
  return \%samples;
}

# VictoriaMetrics stores a value with an error of up to 1e-12 of the value, which is exactly the error of fractions such
# as 56/143.
sub equal {
  my ($a, $b) = @_;
  return $a eq $b || abs($a - $b) <= 2e-12 * abs($a);
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
