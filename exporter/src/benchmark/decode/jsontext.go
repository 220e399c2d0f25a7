// Sums up the jobs with jsontext, and skips the values that a summary of the queue does not need.
package main

import (
	"bytes"
	"encoding/json/jsontext"
)

const name = "jsontext_seconds"

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

func reader(body []byte) func() {
	return func() { sumUp(body) }
}

// Counts the jobs by partition, state and user, and returns their number.
func sumUp(body []byte) int {
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
