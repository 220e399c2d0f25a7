# Makes synthetic.swf: awk -f made.awk >synthetic.swf
# The numbers come from the "minimal standard" generator x = 16807 x mod (2^31 - 1), so every awk makes the same file.
function draw() { x = (16807 * x) % 2147483647; return x / 2147483647 }
function from(low, high) { return low + int(draw() * (high - low + 1)) }
BEGIN {
  x = 2026
  print "; Version: 2.2"
  print "; Computer: none; this trace is synthetic"
  print "; Note: made by made.awk, which stands beside it; no cluster and no person is behind it"
  print "; MaxJobs: 400"
  print "; MaxNodes: 64"
  print "; MaxProcs: 8192"
  print "; UnixStartTime: 1767225600"
  print "; TimeZoneString: UTC"
  time = 0
  for (job = 1; job <= 400; job++) {
    # Three days; by day a job every 5 minutes on average, by night every 20.
    hour = int(time / 3600) % 24
    time += 1 + int(-log(1 - draw()) * (hour >= 8 && hour < 20 ? 300 : 1200))
    kind = draw()
    if (kind < 0.55) { processors = 8 * from(1, 12); minutes = from(5, 90) }
    else if (kind < 0.85) { processors = 128 * from(1, 2); minutes = from(20, 240) }
    else if (kind < 0.97) { processors = 128 * from(4, 12); minutes = from(30, 180) }
    else { processors = 128 * from(16, 32); minutes = from(30, 90) }
    asked = 30 * (1 + int(minutes * (1 + draw()) / 30))
    seconds = 60 * minutes - from(0, 59)
    status = 1
    if (draw() < 0.03) { status = 5; seconds = 0 }
    print job, time, -1, seconds, processors, -1, -1, processors, 60 * asked, -1, status, from(1, 20), 1, -1, 1, 1, -1, -1
  }
}
