// The comparisons of the benchmark, in turns, on the same bytes in memory. The first uses Go's jsontext: it skips the
// values that nobody wants, and sums up the jobs. It keeps no jobs, supports one API version, and validates only the
// JSON. The second, in slinky.go, follows Slinky's slurm-client, and returns the complete jobs.
//
// Arguments: the file with the jobs, and the number of measured rounds. Prints "name value" lines.
package main

import (
	"bytes"
	"encoding/json/jsontext"
	"fmt"
	"os"
	"runtime"
	"sort"
	"strconv"
	"syscall"
)

const warmUpRounds = 2

const (
	state = iota
	partition
	user
	cpus
	others
)

// The members that the prototype of the benchmark reads, and their places in a job.
var wanted = map[string]int{
	"job_state": state, "partition": partition, "user_name": user, "cpus": cpus, "job_id": others,
	"account": others + 1, "state_reason": others + 2, "qos": others + 3, "array_task_string": others + 4,
	"tres_req_str": others + 5, "tres_alloc_str": others + 6, "node_count": others + 7, "eligible_time": others + 8,
	"submit_time": others + 9, "start_time": others + 10, "time_limit": others + 11, "priority": others + 12,
}

type group struct{ partition, state, user string }

type sums struct{ jobs, cpus int64 }

type job struct {
	texts   [others + 13]string
	numbers [others + 13]int64
}

func main() {
	body, err := os.ReadFile(os.Args[1])
	check(err)
	rounds, err := strconv.Atoi(os.Args[2])
	check(err)
	checkMembers(body)
	var jsontextSeconds, slinkySeconds []float64
	jobs := int64(0)
	for round := 0; round < warmUpRounds+rounds; round++ {
		text := seconds(func() { jobs = read(body) })
		typed := seconds(func() { checkCount(list(body), jobs) })
		if round >= warmUpRounds {
			jsontextSeconds = append(jsontextSeconds, text)
			slinkySeconds = append(slinkySeconds, typed)
		}
	}
	fmt.Println("jobs", jobs)
	fmt.Println("jsontext_seconds", median(jsontextSeconds))
	fmt.Println("slinky_seconds", median(slinkySeconds))
	fmt.Println("end")
}

// Returns the CPU time of the work, with the garbage of the work but without the garbage of earlier work.
func seconds(work func()) float64 {
	runtime.GC()
	before := cpuSeconds()
	work()
	return cpuSeconds() - before
}

func median(values []float64) float64 {
	sort.Float64s(values)
	return values[len(values)/2]
}

func checkCount(jobs []clientJob, expected int64) {
	if int64(len(jobs)) != expected {
		panic(fmt.Sprint(len(jobs), " jobs instead of ", expected))
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func cpuSeconds() float64 {
	var usage syscall.Rusage
	check(syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e9
}

func read(body []byte) int64 {
	decoder := jsontext.NewDecoder(bytes.NewBuffer(body))
	groups := map[group]*sums{}
	current := job{}
	token(decoder) // {
	for decoder.PeekKind() != '}' {
		if name := token(decoder); name.String() != "jobs" {
			check(decoder.SkipValue())
			continue
		}
		token(decoder) // [
		for decoder.PeekKind() != ']' {
			readJob(decoder, &current)
			key := group{current.texts[partition], current.texts[state], current.texts[user]}
			found := groups[key]
			if found == nil {
				found = &sums{}
				groups[key] = found
			}
			found.jobs++
			found.cpus += current.numbers[cpus]
		}
		token(decoder) // ]
	}
	token(decoder) // }
	jobs := int64(0)
	for _, found := range groups {
		jobs += found.jobs
	}
	return jobs
}

func token(decoder *jsontext.Decoder) jsontext.Token {
	read, err := decoder.ReadToken()
	check(err)
	return read
}

func number(decoder *jsontext.Decoder) int64 {
	read, err := token(decoder).Int()
	check(err)
	return read
}

func readJob(decoder *jsontext.Decoder, current *job) {
	*current = job{}
	token(decoder) // {
	for decoder.PeekKind() != '}' {
		place, found := wanted[token(decoder).String()]
		if found {
			readValue(decoder, place, current)
		} else {
			check(decoder.SkipValue())
		}
	}
	token(decoder) // }
}

func readValue(decoder *jsontext.Decoder, place int, current *job) {
	switch decoder.PeekKind() {
	case '"':
		current.texts[place] = token(decoder).String()
	case '0':
		current.numbers[place] = number(decoder)
	case '[':
		token(decoder)
		for decoder.PeekKind() != ']' {
			current.texts[place] = token(decoder).String()
		}
		token(decoder)
	case '{':
		token(decoder)
		for decoder.PeekKind() != '}' {
			if token(decoder).String() == "number" {
				current.numbers[place] = number(decoder)
			} else {
				check(decoder.SkipValue())
			}
		}
		token(decoder)
	default:
		check(decoder.SkipValue())
	}
}
