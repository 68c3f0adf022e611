#!/bin/bash
# slurm_test.sh PROGRAM SCRIPTS: does SCRIPTS/slurm-array, on a Slurm of one node that is brought up here, merge to the
# content of a plain run, though one task fails at first and another is killed and requeued? Exit status 77: no Slurm.
set -euo pipefail

program=$1
slurm_array=$2/slurm-array
((EUID == 0)) || { echo 'skipped: a Slurm of our own needs root' && exit 77; }
for tool in slurmctld slurmd munged sbatch squeue scontrol sinfo; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed (scripts/setup test)" && exit 77; }
done

# A short name: the path of munge's socket has a limit.
folder=$(mktemp -d /tmp/apportion-XXXXXX)

# Ends a daemon by its own pid file, and waits until it has gone.
stop() {
  local pid tries
  [[ -s $folder/$1.pid ]] || return 0
  pid=$(<"$folder/$1.pid")
  kill "$pid" 2>/dev/null || return 0
  for ((tries = 0; tries < 100; ++tries)); do
    # What has ended may stay as a zombie where nobody collects it.
    [[ -e /proc/$pid ]] && ! grep -q '^State:[[:space:]]*Z' "/proc/$pid/status" 2>/dev/null || return 0
    sleep .1
  done
  kill -9 "$pid"
}
stop_all() {
  stop slurmctld
  stop slurmd
  stop munged
  rm -rf "$folder"
}
trap stop_all EXIT

fail() {
  echo "FAILED: $1"
  tail -n 20 "$folder"/*.log "$folder"/out.sqlite.shards/*.log 2>/dev/null || true
  exit 1
}

# A port that nobody listens on.
free_port() {
  local port
  while true; do
    port=$((RANDOM % 20000 + 20000))
    (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null || break
  done
  echo "$port"
}

start_munge() {
  dd if=/dev/urandom of="$folder/munge.key" bs=1024 count=1 status=none
  chmod 400 "$folder/munge.key"
  munged --force --key-file="$folder/munge.key" --socket="$folder/munge.socket" --pid-file="$folder/munged.pid" \
    --log-file="$folder/munged.log" --seed-file="$folder/munge.seed"
}

# cred_expire is how long a requeued task waits; no less than 5 seconds are allowed.
start_slurm() {
  mkdir "$folder/state" "$folder/spool"
  export SLURM_CONF=$folder/slurm.conf
  cat >"$SLURM_CONF" <<EOF
ClusterName=apportion
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
SlurmUser=root
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$folder/munge.socket,cred_expire=5
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
ReturnToService=2
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1,batch_sched_delay=0
KillWait=1
NodeName=node NodeAddr=127.0.0.1 CPUs=2
PartitionName=all Nodes=ALL Default=YES State=UP
EOF
  # Containers may lack /sys. Slurm looks there for control groups unless told of which version they are, though nothing
  # here uses them; hwloc looks there for processors.
  echo 'CgroupPlugin=cgroup/v1' >"$folder/cgroup.conf"
  [[ -e /sys/devices/system/cpu ]] || export HWLOC_SYNTHETIC='core:2 pu:1'
  slurmctld -c
  slurmd -c -N node || fail 'slurmd does not start'
  within 30 'the node becomes idle' idle
}

idle() { [[ $(sinfo --noheader --format=%t 2>/dev/null) == idle ]]; }
queue_empty() { [[ -z $(squeue --noheader) ]]; }

# within SECONDS WHAT COMMAND...
within() {
  local seconds=$1 what=$2 tries
  shift 2
  for ((tries = 0; tries < seconds * 5; ++tries)); do
    "$@" && return
    sleep .2
  done
  fail "not within $seconds s: $what"
}

work=(kaddoura/grid --set processors=4 'columns=1000,3000' --samples 1000)

# A node that dies under the third task, the first time: the program is killed at work, and the task requeued.
write_program() {
  cat >"$folder/program" <<EOF
#!/bin/bash
if [[ \${SLURM_ARRAY_TASK_ID-} == 3 && ! -e $folder/requeued ]]; then
  touch $folder/requeued
  "$program" "\$@" &
  sleep .1
  kill -9 \$!
  scontrol requeue "\$SLURM_JOB_ID"
  sleep 60
fi
exec "$program" "\$@"
EOF
  chmod +x "$folder/program"
  export APPORTION=$folder/program
}

# What needs no Slurm: wrong calls.
refuses() {
  local status=0 output
  output=$("$slurm_array" "${@:3}" 2>&1 >/dev/null) || status=$?
  [[ $status == "$1" && $output == *"$2"* && $output != *$'\n'* ]] ||
    fail "slurm-array ${*:3}: expected status $1 and '$2', got $status and '$output'"
}
"$slurm_array" --help | grep -q -- '-n SHARDS' || fail 'no help'
export APPORTION=$program
refuses 2 "-n is ''" -o out.sqlite -- kaddoura/grid
refuses 2 "-n is '0'" -n 0 -o out.sqlite -- kaddoura/grid
refuses 2 '-o must name' -n 2 -- kaddoura/grid
refuses 2 'run: name an experiment' -n 2 -o out.sqlite
refuses 2 'unknown option -x' -x
refuses 2 '-n needs a value' -n
APPORTION=/no/program refuses 1 '/no/program is not there' -n 2 -o out.sqlite -- kaddoura/grid
mkdir "$folder/tools"
ln -s "$(command -v realpath)" "$(command -v dirname)" "$folder/tools"
PATH=$folder/tools refuses 1 'sbatch is missing' -n 2 -o out.sqlite -- kaddoura/grid

start_munge
start_slurm
cd "$folder"
refuses 2 'unknown axis' -n 2 -o out.sqlite -- kaddoura/grid --set processor=4
refuses 2 'option --shard is given twice' -n 2 -o out.sqlite -- kaddoura/grid --shard 1/2
write_program

"$program" run "${work[@]}" --quiet --db plain.sqlite
expected=$("$program" digest plain.sqlite)

# The second task meets a file that is not a database. The merge, which depends on it, must not begin.
mkdir out.sqlite.shards
echo 'no database' >out.sqlite.shards/2.sqlite
"$slurm_array" -n 4 -o out.sqlite -- "${work[@]}"
refuses 1 'still queued' -n 4 -o out.sqlite -- "${work[@]}"
within 60 'the first submission ends' queue_empty
[[ -e requeued ]] || fail 'no task was requeued'
grep -q 'not a results database' out.sqlite.shards/2.log || fail 'the second task did not fail'
[[ ! -e out.sqlite ]] || fail 'merged although a task failed'
[[ $("$program" run "${work[@]}" --shard 3/4 --db out.sqlite.shards/3.sqlite --dry-run --quiet) == *': 0 units to do'* ]] ||
  fail 'the requeued task is not complete'

# The same command again, when the reason has gone.
rm out.sqlite.shards/2.sqlite
"$slurm_array" -n 4 -o out.sqlite -- "${work[@]}"
within 60 'the second submission ends' queue_empty
[[ -e out.sqlite ]] || fail 'not merged'
[[ $("$program" digest out.sqlite) == "$expected" ]] || fail 'the merged content is not that of a plain run'
echo 'merged by Slurm to the content of a plain run'
