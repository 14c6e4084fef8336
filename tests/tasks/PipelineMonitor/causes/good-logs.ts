/** Excerpts in the form of steps that succeeded, with lines that look like errors. */
export const goodLogs: Readonly<Record<string, string>> = {
  "counts of no failure": `
Tests: 0 failed, 120 passed
Found 0 errors. Watching for file changes.
    0 Warning(s)
    0 Error(s)
Failures: 0, Errors: 0, Skipped: 3
test result: ok. 12 passed; 0 failed; 0 ignored
web1 : ok=13 changed=9 unreachable=0 failed=0 skipped=1`,
  "names of files, options and members": `
copying error.log to /out
gcc -Werror -c fatal_error.c
webpack compiled errors.js 12 KiB
  ✓ throws an error if the file does not exist (5 ms)
  ✓ rejects invalid tokens (3 ms)
ok 12 - fails without a name
--- PASS: TestError (0.00s)
PASSED tests/test_errors.py::test_failure`,
  warnings: `
warning: unable to cache node_modules
npm WARN deprecated request@2.88.2: request has been deprecated
npm warn ERESOLVE overriding peer dependency
WARN  Connection refused, using the replica
W1120 03:00:00.000000 1 main.go:12] could not reach peer
##[warning]error: not saved
mysqldump: [Warning] Using a password on the command line interface can be insecure.
Warning: Permanently added 'host' (ED25519) to the list of known hosts.
src/a.c:12:3: warning: unused variable 'error' [-Wunused]
src/A.cs(3,5): warning CS0168: The variable 'exception' is declared but never used
DeprecationWarning: Buffer() is deprecated`,
  "logs of services": `
2026-11-20 03:00:00,123 INFO [main] a.b.Job - failed jobs of yesterday: 0
{"level":"info","msg":"error rate is 0.1 %"}
level=info msg="no errors found"
I1120 03:00:00.000000 1 main.go:12] Error budget: 99 %
[03:00:00 INF] Exceptions of the last day: 3
2026-11-20T03:00:00Z	INFO	main.go:12	failed items	{"count": 0}`,
  "answers of services": `
{"status": "Succeeded", "error": null}
{Rates of 2026 are loaded
Rates in place (line 3)
{
  "name": "app",
  "error": null,
  "code": 0
}
HTTP/1.1 200 OK
{"message": "created"}
200 OK
500 rows loaded
503 files copied`,
  "progress of tools": `
Receiving objects:  45% (90/200), 1.2 MiB | 2 MiB/s
pg_dump: dumping contents of table "public.errors"
pg_dump: reading extensions
xtrabackup: recognized server arguments: --datadir=/var/lib/mysql
LOADING prices of 3 shops
Step 3/7 : RUN echo error
● nginx.service - A web server
     Loaded: loaded (/lib/systemd/system/nginx.service; enabled)
     Active: active (running) since Fri
rsync total size is 1,000  speedup is 0.80
Number of Transfers Failed: 0
[INFO] BUILD SUCCESS
[SUCCESS] Deployment done
Retrying in 5 s: attempt 2 of 3`,
  "what shells repeat": `
+ echo 'Error: nothing to do'
+ test -f error.txt
> app@1.0.0 lint
> eslint . --fix
C:\\agent>if errorlevel 1 exit 1`,
  robocopy: `
               Total    Copied   Skipped  Mismatch    FAILED    Extras
    Dirs :        41         0        41         0         0         0
   Files :        74        59        15         0         0         1
   Ended : Friday, 20 November 2026 03:12:05
Robocopy exit code: 1, files were copied`,
  "a dump of MySQL": `
mysqldump: [Warning] Using a password on the command line interface can be insecure.
-- Retrieving table structure for table errors...
-- Sending SELECT query...
-- Dump completed on 2026-11-20  3:01:44`,
  rman: `
Starting backup at 20-NOV-26
channel ORA_DISK_1: backup set complete, elapsed time: 00:00:15
validation succeeded for archived log
RMAN-08138: warning: archived log not deleted - must create more backups
Finished backup at 20-NOV-26
Recovery Manager complete.`,
  "an export of Oracle": `
. . exported "SHOP"."ERROR_LOG"                          5.1 KB       0 rows
Master table "SHOP"."SYS_EXPORT_SCHEMA_01" successfully loaded/unloaded
Job "SHOP"."SYS_EXPORT_SCHEMA_01" successfully completed at Fri Nov 20 03:02:11 2026`,
  sqlcmd: `
Changed database context to 'orders'.
(0 rows affected)
Msg of the day: errors of yesterday were 0
(3 rows affected)`,
  dtexec: `
Progress: 2026-11-20 03:00:05.12
   Source: Load errors
   Validating: 100% complete
DTExec: The package execution returned DTSER_SUCCESS (0).`,
  restic: `
using parent snapshot 4fb3c8a1
error log of the last run was 0 bytes
Files:           5 new,     3 changed,  1204 unmodified
no errors were found
snapshot 9ab01f22 saved`,
  rclone: `
2026/11/20 03:00:14 NOTICE: prices.csv: Skipped copy as --dry-run is set
Transferred:   	  1.2 MiB / 1.2 MiB, 100%, 300 KiB/s, ETA 0s
Errors:                 0
Checks:                12 / 12, 100%`,
  azcopy: `
INFO: Any empty folders will not be processed, because source and/or destination doesn't have full folder support
100.0 %, 26 Done, 0 Failed, 0 Pending, 0 Skipped, 26 Total,
Number of File Transfers Failed: 0
Final Job Status: Completed`,
  "a load test": `
     ✓ status is 200
     http_req_failed................: 0.00%  ✓ 0        ✗ 120
> request count                                        120 (OK=120    KO=0     )
Global: percentage of failed events is less than 1.0 : true (actual : 0.0)
summary =    120 in 00:00:12 =   10.0/s Avg:    31 Min:     9 Max:   210 Err:     0 (0.00%)`,
  newman: `
│              assertions │               12 │                0 │
│ total run duration: 3.2s                                        │
  ✓  answers 401 without a token
  ✓  error message is shown`,
  dbt: `
03:00:12  3 of 3 WARN 2 not_null_orders_error_code ............ [WARN 2 in 0.04s]
03:00:12  Completed with 1 warning:
03:00:12  Done. PASS=2 WARN=1 ERROR=0 SKIP=0 TOTAL=3`,
  airflow: `
[2026-11-20, 03:00:09 UTC] {taskinstance.py:1345} INFO - Marking task as SUCCESS. dag_id=errors, task_id=count
[2026-11-20, 03:00:09 UTC] {local_task_job.py:212} INFO - Task exited with return code 0`,
  "Terraform and its plan": `
azurerm_monitor_metric_alert.errors: Refreshing state... [id=/alerts/http-errors]
No changes. Your infrastructure matches the configuration.
Apply complete! Resources: 0 added, 0 changed, 0 destroyed.`,
  "a roll-out that waited": `
Waiting for deployment "shop" rollout to finish: 1 old replicas are pending termination...
error: 0 of 3 probes, next in 5 s
deployment "shop" successfully rolled out`,
  "a second try that helped": `
Warning: Problem : connection refused. Will retry in 1 second. 3 retries left.
{"status": "ok"}`,
  "warnings of PowerShell": `
WARNING: The names of some imported commands include unapproved verbs.
VERBOSE: Exception list is empty
Errors     : {}
HasErrors  : False
ExitCode   : 0`,
  "tests that may fail": `
tests/test_rates.py::test_timeout XFAIL (service is down on Fridays)
======= 118 passed, 2 xfailed, 1 skipped in 4.11s =======
  ✔ rejects with "Error: no route" (2ms)
Tests run: 120, Failures: 0, Errors: 0, Skipped: 3, Time elapsed: 4.2 s - in com.example.ErrorTest`,
  "a scan without findings": `
Report Summary: 0 CRITICAL, 0 HIGH
found 0 vulnerabilities
INFO  EXECUTION SUCCESS
Leaks found: 0, no errors`,
  "a cleanup that found nothing": `
rm: cannot remove 'old.log': No such file or directory
Error response from daemon: No such container: shop-tmp
removed 0 files, done`,
};
