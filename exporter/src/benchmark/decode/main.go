// The comparison of the decode benchmark: two ways in which a Go program reads a list of jobs. The first sums up the
// jobs with jsontext, and skips all other values. The second reads complete jobs as Slinky's slurm-client does:
// io.ReadAll, then json.Unmarshal into structs that have all members, as pointers.
//
// Argument: the file with the jobs. Prints CPU seconds as "name value" lines.
package main

import (
	"bytes"
	"encoding/json"
	"encoding/json/jsontext"
	"fmt"
	"io"
	"os"
	"reflect"
	"runtime"
	"sort"
	"strings"
	"syscall"
)

const (
	warmUp = 2
	rounds = 7
)

const (
	state = iota
	partition
	user
	others
)

// The members that a reader of the queue's summary needs, and their places in a job.
var wanted = map[string]int{
	"job_state": state, "partition": partition, "user_name": user, "cpus": others, "job_id": others + 1,
	"account": others + 2, "state_reason": others + 3, "qos": others + 4, "array_task_string": others + 5,
	"tres_req_str": others + 6, "tres_alloc_str": others + 7, "node_count": others + 8, "eligible_time": others + 9,
	"submit_time": others + 10, "start_time": others + 11, "time_limit": others + 12, "priority": others + 13,
}

type job [others + 14]string

func main() {
	body, err := os.ReadFile(os.Args[1])
	check(err)
	list := typeOfList(body)
	jobs := 0
	text := seconds(func() { jobs = skip(body) })
	typed := seconds(func() {
		if read := unmarshal(body, list); read != jobs {
			panic(fmt.Sprint(read, " jobs instead of ", jobs))
		}
	})
	fmt.Printf("jsontext_seconds %f\nunmarshal_seconds %f\nend\n", text, typed)
}

// Returns the median CPU time of the work, with its garbage but without the garbage of earlier work.
func seconds(work func()) float64 {
	var all []float64
	for round := 0; round < warmUp+rounds; round++ {
		runtime.GC()
		before := cpuSeconds()
		work()
		if round >= warmUp {
			all = append(all, cpuSeconds()-before)
		}
	}
	sort.Float64s(all)
	return all[rounds/2]
}

func cpuSeconds() float64 {
	var usage syscall.Rusage
	check(syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e9
}

// Returns the number of jobs; sums up their values by partition, state and user.
func skip(body []byte) int {
	decoder := jsontext.NewDecoder(bytes.NewBuffer(body))
	groups := map[[3]string]int{}
	jobs := 0
	token(decoder) // {
	for decoder.PeekKind() != '}' {
		if name := token(decoder); name.String() != "jobs" {
			check(decoder.SkipValue())
			continue
		}
		token(decoder) // [
		for ; decoder.PeekKind() != ']'; jobs++ {
			job := readJob(decoder)
			groups[[3]string{job[partition], job[state], job[user]}]++
		}
		token(decoder) // ]
	}
	return jobs
}

func token(decoder *jsontext.Decoder) jsontext.Token {
	read, err := decoder.ReadToken()
	check(err)
	return read
}

func readJob(decoder *jsontext.Decoder) (read job) {
	token(decoder) // {
	for decoder.PeekKind() != '}' {
		place, found := wanted[token(decoder).String()]
		if !found {
			check(decoder.SkipValue())
			continue
		}
		value, err := decoder.ReadValue()
		check(err)
		read[place] = string(value)
	}
	token(decoder) // }
	return read
}

func unmarshal(body []byte, list reflect.Type) int {
	read, err := io.ReadAll(bytes.NewReader(body))
	check(err)
	answer := reflect.New(list)
	check(json.Unmarshal(read, answer.Interface()))
	return answer.Elem().Field(0).Len()
}

// Returns a struct whose only field is the list, with records of all members that a job has.
func typeOfList(body []byte) reflect.Type {
	var answer struct{ Jobs []any }
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	check(decoder.Decode(&answer))
	var job any
	for _, other := range answer.Jobs[:min(200, len(answer.Jobs))] {
		job = merge(job, other)
	}
	return reflect.StructOf([]reflect.StructField{
		{Name: "Jobs", Type: reflect.SliceOf(typeOf(job)), Tag: `json:"jobs"`},
	})
}

// Returns a value with the members of both values.
func merge(one, other any) any {
	switch value := other.(type) {
	case map[string]any:
		merged, _ := one.(map[string]any)
		if merged == nil {
			merged = map[string]any{}
		}
		for name, member := range value {
			merged[name] = merge(merged[name], member)
		}
		return merged
	case []any:
		merged, _ := one.([]any)
		for _, element := range value {
			if len(merged) == 0 {
				merged = []any{nil}
			}
			merged[0] = merge(merged[0], element)
		}
		return merged
	case json.Number:
		if number, found := one.(json.Number); found && strings.ContainsAny(number.String(), ".e") {
			return number
		}
	}
	return other
}

func typeOf(value any) reflect.Type {
	switch value := value.(type) {
	case map[string]any:
		var fields []reflect.StructField
		for name, member := range value {
			fields = append(fields, reflect.StructField{
				Name: fmt.Sprint("F", len(fields)),
				Type: reflect.PointerTo(typeOf(member)),
				Tag:  reflect.StructTag(`json:"` + name + `"`),
			})
		}
		return reflect.StructOf(fields)
	case []any:
		if len(value) > 0 {
			return reflect.SliceOf(typeOf(value[0]))
		}
		return reflect.TypeFor[[]any]()
	case json.Number:
		if strings.ContainsAny(value.String(), ".e") {
			return reflect.TypeFor[float64]()
		}
		return reflect.TypeFor[int64]()
	case string:
		return reflect.TypeFor[string]()
	case bool:
		return reflect.TypeFor[bool]()
	}
	return reflect.TypeFor[any]()
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
