// The pattern of Slinky's slurm-client: encoding/json decodes the complete response into the typed list of the API. The
// client then encodes each job, and decodes it into the client's own type.
package main

import (
	"bytes"
	"encoding/json"
	"io"
)

// Returns the jobs in the client's type.
func list(body []byte) []clientJob {
	read, err := io.ReadAll(bytes.NewReader(body))
	check(err)
	decoded := jobsResponse{}
	check(json.Unmarshal(read, &decoded))
	jobs := make([]clientJob, len(decoded.Jobs))
	for i, job := range decoded.Jobs {
		encoded, err := json.Marshal(job)
		check(err)
		check(json.Unmarshal(encoded, &jobs[i]))
	}
	return jobs
}

// Fails if a member of the response has no field in the types.
func checkMembers(body []byte) {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	check(decoder.Decode(&jobsResponse{}))
}

// The client's own type of a job.
type clientJob struct {
	apiJob
}

type jobsResponse struct {
	Jobs         []apiJob   `json:"jobs"`
	LastBackfill integer    `json:"last_backfill"`
	LastUpdate   integer    `json:"last_update"`
	Meta         *meta      `json:"meta,omitempty"`
	Errors       *[]message `json:"errors,omitempty"`
	Warnings     *[]message `json:"warnings,omitempty"`
}

type meta struct {
	Plugin  *plugin   `json:"plugin,omitempty"`
	Client  *client   `json:"client,omitempty"`
	Command *[]string `json:"command,omitempty"`
	Slurm   *slurm    `json:"slurm,omitempty"`
}

type plugin struct {
	Type              *string `json:"type,omitempty"`
	Name              *string `json:"name,omitempty"`
	DataParser        *string `json:"data_parser,omitempty"`
	AccountingStorage *string `json:"accounting_storage,omitempty"`
}

type client struct {
	Source *string `json:"source,omitempty"`
	User   *string `json:"user,omitempty"`
	Group  *string `json:"group,omitempty"`
}

type slurm struct {
	Version *version `json:"version,omitempty"`
	Release *string  `json:"release,omitempty"`
	Cluster *string  `json:"cluster,omitempty"`
}

type version struct {
	Major *string `json:"major,omitempty"`
	Micro *string `json:"micro,omitempty"`
	Minor *string `json:"minor,omitempty"`
}

type message struct {
	Description *string `json:"description,omitempty"`
	ErrorNumber *int32  `json:"error_number,omitempty"`
	Error       *string `json:"error,omitempty"`
	Source      *string `json:"source,omitempty"`
}

type integer struct {
	Set      *bool  `json:"set,omitempty"`
	Infinite *bool  `json:"infinite,omitempty"`
	Number   *int64 `json:"number,omitempty"`
}

type decimal struct {
	Set      *bool    `json:"set,omitempty"`
	Infinite *bool    `json:"infinite,omitempty"`
	Number   *float64 `json:"number,omitempty"`
}

type exitCode struct {
	Status     *[]string `json:"status,omitempty"`
	ReturnCode *integer  `json:"return_code,omitempty"`
	Signal     *signal   `json:"signal,omitempty"`
}

type signal struct {
	ID   *integer `json:"id,omitempty"`
	Name *string  `json:"name,omitempty"`
}

type stepID struct {
	Sluid            *string  `json:"sluid,omitempty"`
	JobID            *integer `json:"job_id,omitempty"`
	StepHetComponent *integer `json:"step_het_component,omitempty"`
	StepID           *string  `json:"step_id,omitempty"`
}

type partitionPriority struct {
	Partition *string `json:"partition,omitempty"`
	Priority  *int32  `json:"priority,omitempty"`
}

type jobResources struct {
	SelectType     *[]string       `json:"select_type,omitempty"`
	Nodes          *allocatedNodes `json:"nodes,omitempty"`
	CPUs           *int32          `json:"cpus,omitempty"`
	ThreadsPerCore *integer        `json:"threads_per_core,omitempty"`
}

type allocatedNodes struct {
	Count      *int32           `json:"count,omitempty"`
	SelectType *[]string        `json:"select_type,omitempty"`
	List       *string          `json:"list,omitempty"`
	Whole      *bool            `json:"whole,omitempty"`
	Allocation *[]allocatedNode `json:"allocation,omitempty"`
}

type allocatedNode struct {
	Index   *int32             `json:"index,omitempty"`
	Name    *string            `json:"name,omitempty"`
	CPUs    *allocatedCPUs     `json:"cpus,omitempty"`
	Memory  *allocatedMemory   `json:"memory,omitempty"`
	Sockets *[]allocatedSocket `json:"sockets,omitempty"`
}

type allocatedCPUs struct {
	Count *int32 `json:"count,omitempty"`
	Used  *int32 `json:"used,omitempty"`
}

type allocatedMemory struct {
	Used      *int64 `json:"used,omitempty"`
	Allocated *int64 `json:"allocated,omitempty"`
}

type allocatedSocket struct {
	Index *int32           `json:"index,omitempty"`
	Cores *[]allocatedCore `json:"cores,omitempty"`
}

type allocatedCore struct {
	Index  *int32    `json:"index,omitempty"`
	Status *[]string `json:"status,omitempty"`
}

// All members of a job record of slurmrestd 26.05 (v0.0.45), in the order of slurmrestd.
type apiJob struct {
	Account                  *string              `json:"account,omitempty"`
	AccrueTime               *integer             `json:"accrue_time,omitempty"`
	AdminComment             *string              `json:"admin_comment,omitempty"`
	AllocatingNode           *string              `json:"allocating_node,omitempty"`
	ArrayJobID               *integer             `json:"array_job_id,omitempty"`
	ArrayTaskID              *integer             `json:"array_task_id,omitempty"`
	ArrayMaxTasks            *integer             `json:"array_max_tasks,omitempty"`
	ArrayTaskString          *string              `json:"array_task_string,omitempty"`
	AssociationID            *int32               `json:"association_id,omitempty"`
	BatchFeatures            *string              `json:"batch_features,omitempty"`
	BatchFlag                *bool                `json:"batch_flag,omitempty"`
	BatchHost                *string              `json:"batch_host,omitempty"`
	Flags                    *[]string            `json:"flags,omitempty"`
	BurstBuffer              *string              `json:"burst_buffer,omitempty"`
	BurstBufferState         *string              `json:"burst_buffer_state,omitempty"`
	Cluster                  *string              `json:"cluster,omitempty"`
	ClusterFeatures          *string              `json:"cluster_features,omitempty"`
	Command                  *string              `json:"command,omitempty"`
	Comment                  *string              `json:"comment,omitempty"`
	Container                *string              `json:"container,omitempty"`
	ContainerID              *string              `json:"container_id,omitempty"`
	ContainerType            *string              `json:"container_type,omitempty"`
	Contiguous               *bool                `json:"contiguous,omitempty"`
	CoreSpec                 *int32               `json:"core_spec,omitempty"`
	ThreadSpec               *int32               `json:"thread_spec,omitempty"`
	CoresPerSocket           *integer             `json:"cores_per_socket,omitempty"`
	BillableTRES             *decimal             `json:"billable_tres,omitempty"`
	CPUsPerTask              *integer             `json:"cpus_per_task,omitempty"`
	CPUFrequencyMinimum      *integer             `json:"cpu_frequency_minimum,omitempty"`
	CPUFrequencyMaximum      *integer             `json:"cpu_frequency_maximum,omitempty"`
	CPUFrequencyGovernor     *integer             `json:"cpu_frequency_governor,omitempty"`
	CPUsPerTRES              *string              `json:"cpus_per_tres,omitempty"`
	Cron                     *string              `json:"cron,omitempty"`
	Deadline                 *integer             `json:"deadline,omitempty"`
	DelayBoot                *integer             `json:"delay_boot,omitempty"`
	Dependency               *string              `json:"dependency,omitempty"`
	DerivedExitCode          *exitCode            `json:"derived_exit_code,omitempty"`
	EligibleTime             *integer             `json:"eligible_time,omitempty"`
	EndTime                  *integer             `json:"end_time,omitempty"`
	ExcludedNodes            *string              `json:"excluded_nodes,omitempty"`
	ExitCode                 *exitCode            `json:"exit_code,omitempty"`
	Extra                    *string              `json:"extra,omitempty"`
	FailedNode               *string              `json:"failed_node,omitempty"`
	Features                 *string              `json:"features,omitempty"`
	FederationOrigin         *string              `json:"federation_origin,omitempty"`
	FederationSiblingsActive *string              `json:"federation_siblings_active,omitempty"`
	FederationSiblingsViable *string              `json:"federation_siblings_viable,omitempty"`
	GresDetail               *[]string            `json:"gres_detail,omitempty"`
	GroupID                  *int32               `json:"group_id,omitempty"`
	GroupName                *string              `json:"group_name,omitempty"`
	HetJobID                 *integer             `json:"het_job_id,omitempty"`
	HetJobIDSet              *string              `json:"het_job_id_set,omitempty"`
	HetJobOffset             *integer             `json:"het_job_offset,omitempty"`
	JobID                    *int32               `json:"job_id,omitempty"`
	JobResources             *jobResources        `json:"job_resources,omitempty"`
	JobSizeStr               *[]string            `json:"job_size_str,omitempty"`
	JobState                 *[]string            `json:"job_state,omitempty"`
	LastSchedEvaluation      *integer             `json:"last_sched_evaluation,omitempty"`
	Licenses                 *string              `json:"licenses,omitempty"`
	LicensesAllocated        *string              `json:"licenses_allocated,omitempty"`
	MailType                 *[]string            `json:"mail_type,omitempty"`
	MailUser                 *string              `json:"mail_user,omitempty"`
	MaxCPUs                  *integer             `json:"max_cpus,omitempty"`
	MaxNodes                 *integer             `json:"max_nodes,omitempty"`
	MCSLabel                 *string              `json:"mcs_label,omitempty"`
	MemoryPerTRES            *string              `json:"memory_per_tres,omitempty"`
	MemoryUpdateDelay        *int32               `json:"memory_update_delay,omitempty"`
	MemoryUpdateMargin       *int32               `json:"memory_update_margin,omitempty"`
	Name                     *string              `json:"name,omitempty"`
	Network                  *string              `json:"network,omitempty"`
	Nodes                    *string              `json:"nodes,omitempty"`
	Nice                     *int32               `json:"nice,omitempty"`
	TasksPerCore             *integer             `json:"tasks_per_core,omitempty"`
	TasksPerTRES             *integer             `json:"tasks_per_tres,omitempty"`
	TasksPerNode             *integer             `json:"tasks_per_node,omitempty"`
	TasksPerSocket           *integer             `json:"tasks_per_socket,omitempty"`
	TasksPerBoard            *integer             `json:"tasks_per_board,omitempty"`
	CPUs                     *integer             `json:"cpus,omitempty"`
	NodeCount                *integer             `json:"node_count,omitempty"`
	Tasks                    *integer             `json:"tasks,omitempty"`
	Partition                *string              `json:"partition,omitempty"`
	Prefer                   *string              `json:"prefer,omitempty"`
	MemoryPerCPU             *integer             `json:"memory_per_cpu,omitempty"`
	MemoryPerNode            *integer             `json:"memory_per_node,omitempty"`
	MinimumCPUsPerNode       *integer             `json:"minimum_cpus_per_node,omitempty"`
	MinimumTmpDiskPerNode    *integer             `json:"minimum_tmp_disk_per_node,omitempty"`
	PreemptTime              *integer             `json:"preempt_time,omitempty"`
	PreemptableTime          *integer             `json:"preemptable_time,omitempty"`
	PreSusTime               *integer             `json:"pre_sus_time,omitempty"`
	Hold                     *bool                `json:"hold,omitempty"`
	Priority                 *integer             `json:"priority,omitempty"`
	PriorityByPartition      *[]partitionPriority `json:"priority_by_partition,omitempty"`
	Profile                  *[]string            `json:"profile,omitempty"`
	QOS                      *string              `json:"qos,omitempty"`
	Reboot                   *bool                `json:"reboot,omitempty"`
	RequiredNodes            *string              `json:"required_nodes,omitempty"`
	RequiredSwitches         *int32               `json:"required_switches,omitempty"`
	Requeue                  *bool                `json:"requeue,omitempty"`
	ResizeTime               *integer             `json:"resize_time,omitempty"`
	RestartCnt               *int32               `json:"restart_cnt,omitempty"`
	ResvName                 *string              `json:"resv_name,omitempty"`
	ScheduledNodes           *string              `json:"scheduled_nodes,omitempty"`
	SegmentSize              *int32               `json:"segment_size,omitempty"`
	SelinuxContext           *string              `json:"selinux_context,omitempty"`
	Shared                   *[]string            `json:"shared,omitempty"`
	StepID                   *stepID              `json:"step_id,omitempty"`
	SocketsPerBoard          *int32               `json:"sockets_per_board,omitempty"`
	SocketsPerNode           *integer             `json:"sockets_per_node,omitempty"`
	StartTime                *integer             `json:"start_time,omitempty"`
	StateDescription         *string              `json:"state_description,omitempty"`
	StateReason              *string              `json:"state_reason,omitempty"`
	StandardInput            *string              `json:"standard_input,omitempty"`
	StandardOutput           *string              `json:"standard_output,omitempty"`
	StandardError            *string              `json:"standard_error,omitempty"`
	StdinExpanded            *string              `json:"stdin_expanded,omitempty"`
	StdoutExpanded           *string              `json:"stdout_expanded,omitempty"`
	StderrExpanded           *string              `json:"stderr_expanded,omitempty"`
	SubmitTime               *integer             `json:"submit_time,omitempty"`
	SubmitLine               *string              `json:"submit_line,omitempty"`
	SuspendTime              *integer             `json:"suspend_time,omitempty"`
	SystemComment            *string              `json:"system_comment,omitempty"`
	TimeLimit                *integer             `json:"time_limit,omitempty"`
	TimeMinimum              *integer             `json:"time_minimum,omitempty"`
	ThreadsPerCore           *integer             `json:"threads_per_core,omitempty"`
	TRESBind                 *string              `json:"tres_bind,omitempty"`
	TRESFreq                 *string              `json:"tres_freq,omitempty"`
	TRESPerJob               *string              `json:"tres_per_job,omitempty"`
	TRESPerNode              *string              `json:"tres_per_node,omitempty"`
	TRESPerSocket            *string              `json:"tres_per_socket,omitempty"`
	TRESPerTask              *string              `json:"tres_per_task,omitempty"`
	TRESReqStr               *string              `json:"tres_req_str,omitempty"`
	TRESAllocStr             *string              `json:"tres_alloc_str,omitempty"`
	UserID                   *int32               `json:"user_id,omitempty"`
	UserName                 *string              `json:"user_name,omitempty"`
	MaximumSwitchWaitTime    *int32               `json:"maximum_switch_wait_time,omitempty"`
	Wckey                    *string              `json:"wckey,omitempty"`
	CurrentWorkingDirectory  *string              `json:"current_working_directory,omitempty"`
}
