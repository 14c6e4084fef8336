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
};
