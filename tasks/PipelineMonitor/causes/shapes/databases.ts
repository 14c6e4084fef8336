import { fair, likely, many, nextLine, type Shape, sure } from "./shape";

/** Databases, their clients, migrations, backups, and tools for data. */
export const databases: readonly Shape[] = [
  many("SSIS", /^Error: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+$/, {
    message: /^\s+(?:Description|Descripción|Beschreibung): (?<message>.+)/,
  }),
  sure("SSIS", /^\s+(?:Description|Descripción|Beschreibung): (?<message>.+)/),
  sure("SSIS", /^An OLE DB record is available\. .*Description: "(?<message>.+?)"\.?$/),
  sure("SSIS", /The column status returned was: "(?<message>.+?)"\.?$/),
  many(
    "Oracle",
    /^(?:.{0,200}? )?(?<message>(?:ORA-(?!06512|39\d{3}|31693|02063|06550|02354|00604|06508|04088|12801)|SP2-|PLS-|TNS-|RMAN-(?!00569|00571|03002|03009)|UDI-|UDE-|LRM-|KUP-|IMP-|EXP-|SQL\*Loader-|DBV-|OPW-|NID-|CRS-|PRVF-|DGM-|JBO-|FRM-|REP-|OCI-)\d{2,5}: \S.*)/,
  ),
  likely("Oracle", /^(?<message>(?:ORA-|RMAN-)\d{5}: \S.*)/),
  sure(
    "SQL Server",
    /^(?:Msg|Meldung|Mens\.|Messaggio) \d+, (?:Level|Ebene|Nivel|Niveau|Livello) \d+, (?:State|Status|Estado|État|Stato) \d+(?:, .{1,200}|:)?$/,
    { message: /^(?!Server '.*', Line \d+:)\s*(?<message>\S.*)/ },
  ),
  sure("SQL Server", /^(?<message>Msg \d+, Level \d+, State \d+,? .{0,200}?Line \d+ \S.+)/),
  many(
    "SqlPackage",
    /^\*{0,3} ?(?<message>(?:Error SQL\d+|Could not deploy package|Could not (?:import|export) package): ?.+)/,
  ),
  sure(
    "sqlcmd, bcp",
    /^(?:Sqlcmd: |SQLState = \w+, NativeError = \d+ ?)?(?<message>Error(?:: | = \[)Microsoft.+)/i,
  ),
  sure("sqlcmd, bcp", /^(?:Sqlcmd: )(?:Error: )?(?<message>.+)/),
  sure(
    "ODBC, JDBC",
    /(?<message>\[(?:Microsoft|unixODBC|Oracle|MySQL|PostgreSQL|IBM|Teradata|Simba|Snowflake|SQL Server|DataDirect|Cloudera|SAP AG)\]\s?\[.+)/,
  ),
  sure(
    "SQL Server Agent",
    /^.{0,300}?Executed as user: \S{1,100} (?<message>\S.{1,2000}?) {1,2}The step failed\.$/,
  ),
  sure("SQL Server Agent", /^(?:.{0,300}?)(?<message>The (?:job|step) failed\. .+)/),
  sure(
    "SQL Server",
    /^(?:.{0,200}?)(?<message>(?:Login failed for user|Cannot open database|A network-related or instance-specific error|Cannot open server|Timeout expired\.|Execution Timeout Expired\.|Violation of (?:PRIMARY|UNIQUE)|String or binary data would be truncated|Transaction \(Process ID \d+\) was deadlocked|Cannot insert duplicate key|Invalid (?:object|column) name|BACKUP (?:DATABASE|LOG) is terminating|The (?:INSERT|UPDATE|DELETE|MERGE) statement conflicted).+)/,
  ),
  sure(
    "PostgreSQL",
    /^psql:(?<place>.{1,300}:\d+): (?:ERROR|FATAL|FEHLER|ERREUR|ОШИБКА|错误|エラー): +(?<message>.+)/,
  ),
  sure(
    "PostgreSQL",
    /^(?<message>(?:pg_\w+|psql|vacuumdb|createdb|dropdb|reindexdb|initdb|pgbench|pgbackrest|barman)(?:\[\d+\])?: (?:(?:error|FATAL|ERROR|fatal|Fehler|erreur|ошибка|\[\w+(?: \(\w+\))?\]): ?|\[\w+(?: \(\w+\))?\] ){1,3}(?!query was|detail|hint).+)/i,
    { counts: "first" },
  ),
  sure(
    "PostgreSQL",
    /^(?<message>(?:pg_\w+|psql|vacuumdb|createdb|dropdb|initdb|barman|wal-g): .*(?:could not|failed|cannot|can't|unable|no such|denied|refused|does not exist|invalid|FATAL|ERROR).*)/,
  ),
  sure(
    "PostgreSQL",
    /^(?:[\w-]+: )?(?:(?:error|FATAL|ERROR): ){0,2}(?:connection to server .{1,200} failed: )?(?:ERROR|FATAL|PANIC|FEHLER|ERREUR|ОШИБКА|ERRO|错误): {1,2}(?<message>.+)/,
    { needs: /^(?:LINE \d+|DETAIL|HINT|CONTEXT|STATEMENT|ZEILE \d+|TIP|POSITION)/ },
  ),
  sure("PostgreSQL", /^(?:.{0,100}[\])] )?(?:ERROR|FATAL|PANIC|FEHLER|ERREUR|ОШИБКА): {2}(?<message>\S.*)/),
  sure(
    "MySQL, MariaDB",
    /^(?:mysql\w*: (?:\[\w+\] )?)?(?:ERROR|Error:?|Got error:?)(?: \d{1,4})?:? ?(?:[1-4]\d{3}:? )?(?<message>(?:\d{4} )?(?:\(\w+\)|\([\w]{5}\)).*: .+|[1-4]\d{3}: .+ when .+|[1-4]\d{3}: .+)/,
  ),
  sure("MySQL, MariaDB", /^(?<message>ERROR \d{4} \(\w+\).*?: .+)/),
  sure(
    "MySQL, MariaDB",
    /^(?:mysql\w*|mariadb\w*|mydumper|xtrabackup|innobackupex|mariabackup): (?:\[(?:ERROR|Error)\] |Error: |Got error: |\[\d+\] )(?<message>.+)/,
  ),
  sure(
    "MySQL, MariaDB",
    /^(?:mysql\w*|mariadb\w*): (?<message>(?:Couldn't|Can't|Cannot|unknown|Got|error|File).+)/i,
  ),
  sure(
    "SQLite",
    /^(?:Error|Parse error|Runtime error):?(?: near line \d+| in .{1,100})?:? ?(?:stepping, )?(?<message>(?:near "|no such (?:table|column)|UNIQUE constraint|database is locked|unable to open|file is not a database|disk I\/O|attempt to write).+)/,
  ),
  sure("Db2", /^(?<message>(?:SQL\d{4,5}[NC]|DB\d{5}E|DBA\d+E|ADM\d+E) {1,2}.+)/),
  sure(
    "MongoDB",
    /^(?:.{0,60}\s)?(?<message>(?:Mongo\w*Error|MongoServerError|MongoNetworkError|MongoServerSelectionError|Failed: (?:error|can't|could|cannot|unable)|uncaught exception): ?.+)/,
  ),
  sure(
    "Redis",
    /^(?:\(error\) |-)?(?<message>(?:NOAUTH|WRONGPASS|MISCONF|READONLY You|CLUSTERDOWN|OOM command|NOSCRIPT|WRONGTYPE) ?[A-Za-z].+)/,
  ),
  sure("Redis", /^\(error\) (?<message>.+)/),
  sure("Redis", /^(?<message>Could not connect to Redis at .+)/),
  sure(
    "Cassandra, Elasticsearch, Influx, ClickHouse",
    /^(?:.{0,60}?)(?<message>(?:NoHostAvailable|InvalidRequest: Error|Code: \d+\. DB::(?:Net)?Exception|(?:Received exception from server)|"type" ?: ?"\w+_exception"|cluster_block_exception).+)/,
  ),
  sure(
    "Snowflake, BigQuery, Redshift, Databricks",
    /^(?:.{0,200}?)(?<message>(?:\d{6} \([\dA-Z]{5}\): .+|SQL (?:compilation|execution) error:.*|BigQuery error in .+|Error: (?:RESOURCE_DOES_NOT_EXIST|PERMISSION_DENIED|INVALID_PARAMETER_VALUE|INVALID_STATE|QUOTA_EXCEEDED).+|(?:spark_partition_id|org\.apache\.spark)\.SparkException: .+|\[[A-Z]{2,20}(?:_[A-Z]{2,20}){1,6}(?:\.[A-Z_]+)?\] [A-Z].+))/,
  ),
  sure("Flyway", /^Message\s+: (?<message>.+)/),
  sure(
    "Flyway",
    /^ERROR: (?<message>(?:Validate failed|Unable to obtain|Found (?:non-empty|more than)|Detected (?:failed|resolved|applied)|Migration checksum).*)/,
    { message: /^(?<message>(?:Migration checksum|Detected|ERROR|FATAL|Login).+)/ },
  ),
  sure(
    "Liquibase",
    /^\s*(?:Reason: liquibase\.exception\.\w+: |Unexpected error running Liquibase: |ERROR: Exception Details.*|Caused by: )(?<message>\S.+)/,
  ),
  sure(
    "Alembic, Django, Rails, Prisma, EF Core",
    /^(?:FAILED: |CommandError: |Error: )(?<message>(?:Target database|Can't locate revision|Multiple head|P\d{4}|Unable to create an object|The Entity Framework|No DbContext|No migration|The certificate|Database error).*)/,
  ),
  sure("Prisma", /^Error(?: code)?: (?<message>P\d{4}.*)/),
  sure("Prisma", /^(?<message>Error: P\d{4}.*)/, { message: nextLine }),
  fair("Flyway", /^(?:ERROR: )?(?<message>Migration (?:of schema )?.+ failed.*)/),
  sure(
    "Spark, Hadoop, Hive",
    /^(?:FAILED: |Error: |.{0,100}?(?:ERROR|FATAL) \S+: )(?<message>(?:SemanticException|ParseException|Execution Error|Error while (?:compiling|processing) statement|Job aborted due to stage failure|Container killed by YARN|Application .+ (?:failed|finished with failed)|RuntimeException|HiveException).*)/,
  ),
  sure(
    "Airflow, Luigi, Prefect, Dagster",
    /^(?:.{0,200}?)(?<message>(?:airflow|luigi|prefect|dagster)\.(?:\w+\.)*\w*(?:Exception|Error|Failure): .+)/,
  ),
  sure(
    "Kafka, RabbitMQ",
    /^(?:%\d\|.{1,60}\|(?:FAIL|ERROR)\|.{0,100}\| |Error while executing \S+ command : )(?<message>\S.+)/,
  ),
  sure("LDAP, Kerberos", /^(?:ldap_\w+(?:\(\w*\))?|kinit|klist|kadmin|k5start): (?<message>.+)/),
  sure(
    "restic, Borg, Duplicity, rclone",
    /^(?:Fatal: |Failed to (?:copy|sync|create file system|check|lsf|lsd|mkdir)[^:]{0,100}: )(?<message>.+)/,
  ),
  likely("rclone", /^(?:<\d>)?(?:ERROR|CRITICAL|Fatal error) ?: (?<message>.+)/),
  sure("Veeam, Bacula, Bareos", /^(?:.{0,100}?)(?:Fatal error|Error): (?<message>\S.+)/, {
    needs: /Bacula|Bareos|Veeam|JobId/,
  }),
  sure(
    "Data Factory, Informatica, Talend",
    /^(?:.{0,200}?)(?<message>(?:ErrorCode=\w+,.*|Operation on target .+ failed: .+|\[?(?:REP|CMN|RR|WRT|PMREP)_\d{4,5}\]? .+))/,
  ),
  sure(
    "dbt",
    /^\s*(?:\d\d:\d\d:\d\d\s+)?(?<title>(?:Database|Compilation|Runtime|Parsing) Error(?: in .+)?)$/,
    { message: nextLine, counts: "first" },
  ),
  sure(
    "SAP",
    /^(?:.{0,80}?)(?<message>(?:RFC_ERROR_\w+|SAP DBTech JDBC: \[\d+\]|DBSQL_\w+|hdbsql ERROR|\* -?\d+: .+ SQLSTATE).*)/,
  ),
];
