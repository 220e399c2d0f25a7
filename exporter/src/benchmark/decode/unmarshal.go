// Reads complete jobs as Slinky's slurm-client does: io.ReadAll, then json.Unmarshal into structs that have all members,
// as pointers.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"
)

const name = "unmarshal_seconds"

func reader(body []byte) func() {
	list := typeOfList(body)
	return func() {
		read, err := io.ReadAll(bytes.NewReader(body))
		check(err)
		check(json.Unmarshal(read, reflect.New(list).Interface()))
	}
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
