// The comparisons of the decode benchmark: each is this file with one of the others. Argument: the file with the jobs.
// Prints CPU seconds as a "name value" line.
package main

import (
	"fmt"
	"os"
	"runtime"
	"sort"
	"syscall"
)

const (
	warmUp = 2
	rounds = 7
)

func main() {
	body, err := os.ReadFile(os.Args[1])
	check(err)
	read := reader(body)
	var seconds []float64
	for round := 0; round < warmUp+rounds; round++ {
		// The garbage of a round counts in this round only.
		runtime.GC()
		before := cpuSeconds()
		read()
		if round >= warmUp {
			seconds = append(seconds, cpuSeconds()-before)
		}
	}
	sort.Float64s(seconds)
	fmt.Printf("%s %f\nend\n", name, seconds[rounds/2])
}

func cpuSeconds() float64 {
	var usage syscall.Rusage
	check(syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e9
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
