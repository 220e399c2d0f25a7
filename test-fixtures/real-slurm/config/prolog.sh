#!/bin/sh
# A job with this comment fails to start: slurmctld drains the node, requeues the job and holds it.
case "$SLURM_JOB_COMMENT" in *failing-prolog*) exit 1 ;; esac
exit 0
