import { count, fair, likely, many, nextLine, type Shape, sure } from "./shape";

/** Each system has these texts for what cannot be done; in any language for which one was seen. */
const cannotEnd =
  "No such file or directory|Permission denied|Connection (?:refused|timed out|reset by peer)|Not a directory|Is a directory|File exists|No space left on device|Read-only file system|Operation not permitted|command not found|not found|Input\\/output error|Cannot allocate memory|Argument list too long|Device or resource busy|Text file busy|Too many open files|Broken pipe|Host is down|No route to host|Network is unreachable|Name or service not known|Temporary failure in name resolution|Invalid argument|Disk quota exceeded|Stale file handle|Exec format error|Bad substitution|Directory not empty|No such process|Address already in use|File too large|Datei oder Verzeichnis nicht gefunden|Keine Berechtigung|Kommando nicht gefunden|Befehl nicht gefunden|Verbindungsaufbau abgelehnt|Auf dem Gerät ist kein Speicherplatz mehr verfügbar|Aucun fichier ou dossier de ce (?:type|nom)|Permission non accordée|commande introuvable|Connexion refusée|No existe el (?:archivo|fichero) o el directorio|Permiso denegado|orden no encontrada|Arquivo ou diretório (?:não encontrado|inexistente)|comando não encontrado|Permissão negada|File o directory non esistente|Permesso negato|comando non trovato|Нет такого файла или каталога|Отказано в доступе|команда не найдена|Bestand of map bestaat niet|Toegang geweigerd|opdracht niet gevonden|Nie ma takiego pliku ani katalogu|Brak dostępu|nie znaleziono polecenia|そのようなファイルやディレクトリはありません|许可被拒绝|権限がありません|没有那个文件或目录|权限不够|未找到命令|コマンドが見つかりません";

/** Shells, and commands that copy, fetch and connect. */
export const commands: readonly Shape[] = [
  sure("sudo, su", /^(?<message>(?:sudo|su|doas): (?!unable to resolve host).+)/),
  count(
    "scanners",
    /^(?<message>Total: [1-9]\d* \(.*(?:HIGH|CRITICAL).*|.*leaks found: [1-9].*|[1-9]\d* issue(?:s|\(s\)) found.*|(?:found )?[1-9]\d* vulnerabilit(?:y|ies).*)/,
  ),
  sure("curl", /^(?<message>curl: \(\d+\) .+)/),
  sure("curl", /^(?<message>curl: (?:option|try|no URL|can't).+)/),
  sure("wget", /^(?:\S+ \S+ |\S+ )?(?<message>ERROR \d{3}: .+)/),
  sure("wget", /^(?<message>wget: (?:unable|bad|server|can't|error|download|missing).+)/),
  sure(
    "ssh",
    /^(?<message>(?:ssh|scp|sftp|kex_exchange_identification|ssh_exchange_identification|ssh_dispatch_run_fatal|Bad owner or permissions|Load key ".+"|Unable to negotiate with|no matching (?:host key|cipher)|Host key for|Connection (?:timed out during banner|reset by \S+ port \d+)|Received disconnect from|Too many authentication failures|Host '.+' is not|ssh-add|Error loading key)(?!: debug)(?:: (?!debug)| (?!multiplexing)).+)/,
  ),
  sure(
    "ssh",
    /^(?<message>(?:\S+: )?Permission denied \([\w,-]+\)\.?|Host key verification failed\.|@ {4}WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! {5}@)\s*$/,
  ),
  sure("rsync", /^(?:.{0,120}\s)?rsync: (?:\[\w+\] )?(?<message>(?!on remote machine).+)/, {
    counts: "first",
  }),
  likely("rsync", /^(?<message>rsync error: .+)/),
  sure("rsync", /^(?<message>@ERROR: .+)/),
  sure("robocopy", /^(?:\d{4}[/-]\d\d[/-]\d\d \d\d:\d\d:\d\d )?(?<title>\S+ \d+ \(0x[\dA-Fa-f]+\) \S.*)/, {
    message: nextLine,
  }),
  sure("git", /^ ! \[(?:remote )?(?:rejected|failure)\] (?<message>.+)/),
  sure(
    "git",
    /^\s*(?<message>(?:remote: )?(?:error|fatal|ERROR): (?:(?:Your|The following untracked|Pulling|pathspec|Permission to|Repository not|File .+ (?:exceeds|is)|GH\d{3}|Could not (?:read|apply|fetch|lock)|cannot (?:lock|pull|rebase)|The requested URL|couldn't|unable|Authentication|not a git|refusing|No such remote|RPC failed|src refspec|repository|remote|bad object|invalid|needed|write error|the remote end|protocol|ambiguous|shallow|Write access|TF4|access denied|You|HTTP).+))/i,
    { counts: "first" },
  ),
  many("git", /^(?<message>CONFLICT \(.+)/),
  likely(
    "git",
    /^(?:remote: )?(?:fatal|FATAL|schwerwiegend|fatale|Fehler|erreur|致命错误|fatal error): (?<message>.+)/i,
    { counts: "first" },
  ),
  sure(
    "git LFS",
    /^(?<message>(?:batch response|LFS: |Smudge error|Error downloading object|smudge filter|This repository is over its data quota).+)/,
  ),
  sure("Subversion", /^svn: E\d+: /, {
    goesOn: /^svn: /,
    message: /^(?<message>svn: E\d+: .+)/,
    takes: "last",
  }),
  sure(
    "Subversion, Mercurial, Perforce",
    /^(?<message>(?:svn: E\d+|abort|hg: parse error|Perforce client error|p4: ?error)[: ].+)/,
  ),
  fair(
    "shells",
    /^(?<place>[^\s:]{1,300}: (?:line|Zeile|ligne|línea|linea|riga|linha|regel|rad|linje|wiersz|строка|行) ?\d+) ?:\s+(?:\d+ )?(?<message>(?!\d+ (?:Terminated|Killed))\S.*)/u,
  ),
  likely("shells", /^(?<place>\S{1,200}: \d+): (?<message>[\w./$-]{1,100}: \S.*)/),
  likely(
    "shells",
    /^(?<place>\S{1,200}: ?(?:\[?\d+\]?:)?)\s*(?<message>(?:syntax error|Syntax error|unexpected (?:EOF|end)|bad substitution|parameter not set|\S+: unbound variable|Bad fd).*)/,
  ),
  likely(
    "shells",
    /^(?<message>(?:\/?[\w.+-]+\/)*[\w.+-]{1,60}(?:\[\d+\])?: (?:line \d+: )?(?:cannot|can't|could not|couldn't|unable|failed|invalid|unknown|unrecogni[sz]ed|illegal|missing|unexpected|bad|no such|error|fatal|option|kann|Konnte|nicht|impossible|impossibile|no se puede|ungültig|не удалось|nie można)\b.*)/iu,
  ),
  fair(
    "commands",
    new RegExp(`^(?<message>.{1,600}: (?:${cannotEnd})\\.?(?: ?\\((?:os error )?\\d+\\))?)$`, "iu"),
  ),
  sure(
    "tar, gzip, zip, 7-Zip",
    /^(?<message>(?:tar|gzip|gunzip|bzip2|xz|zstd|unzip|zip error|zip|7z|cpio|ar|bsdtar)(?: ?:|\.exe:) (?!Removing leading|Exiting|Error is not recoverable).+)/,
  ),
  sure(
    "7-Zip",
    /^(?:ERROR: |ERROR = |Can't open as archive: |System ERROR:\s*|Error: )(?<message>(?:.+ : .+|Cannot open|Data Error|CRC Failed|Unsupported Method|E_FAIL|.+ is not archive).*)/,
  ),
  sure(
    "OpenSSL, GPG",
    /^(?<message>(?:gpg|openssl|gpg2|gpgv|keytool error|jarsigner|signtool|SignTool Error|codesign|acme\.sh|cosign|Error opening (?:Private Key|CA|input)|unable to load (?:certificate|key|Private Key)|java\.io\.IOException: Keystore): (?:.*(?:fail|error|cannot|can't|unable|not found|no such|invalid|expired|denied|bad|no secret|no public|no default|unknown|missing|wrong|incorrect).*))/i,
  ),
  likely("OpenSSL", /^(?:[\dA-F]+:)?(?<message>error:[\dA-F]{8}:.+)/),
  sure(
    "jq, yq, xmllint, sed, awk, grep",
    /^(?<message>(?:jq|yq|xmllint|xmlstarlet|sed|g?awk|mawk|grep|egrep|sort|cut|date|find|xargs|tee|dd|split|bc|expr|seq|column|envsubst|csvkit|mlr|Error: bad file):? (?:-e expression #\d+, char \d+: |error|parse error|cmd\. line:\d+:|illegal|invalid|cannot|unknown|extra|can't|missing|unterminated|failed|compile error)[: ].*)/,
  ),
  sure(
    "systemd",
    /^(?<message>(?:Failed to (?:start|stop|restart|enable|reload|connect to bus|get D-Bus) .+|Job for \S+ failed .+|Unit \S+ (?:not found|could not be found).*))/,
  ),
  likely(
    "mount, systemd, system",
    /^(?<message>(?:mount(?:\.\w+)?|umount|systemctl|service|useradd|usermod|groupadd|chown|chmod|kill|modprobe|iptables|ip|ping|nslookup|dig|host|nc|telnet|showmount|smbclient|lvm|fdisk|mkfs|fsck|swapon|insmod|sysctl|update-alternatives|dpkg-reconfigure): .*(?:fail|error|cannot|can't|unable|not found|no such|invalid|denied|refused|unknown|bad|timed out|not permitted|already|does not|busy|wrong).*)/i,
  ),
  sure(
    "Samba",
    /^(?:.{0,100})(?<message>\b(?:NT_STATUS_(?!OK\b)[A-Z_]+|tree connect failed.+|session setup failed.+|mount error\(\d+\).+))/,
  ),
  sure(
    "cmd.exe",
    /^\s*(?<message>['"«].{1,300}['"»] (?:is not recognized as an internal|n'est pas reconnu|no se reconoce|non è riconosciuto|não é reconhecido|kann nicht gefunden|не является|is niet herkend|nie jest rozpoznawan|är inte|は、内部コマンド|不是内部或外部命令).*)/u,
  ),
  sure(
    "cmd.exe",
    /^(?<message>Der Befehl ".{1,300}" ist entweder falsch geschrieben.*|'.{1,200}'은\(는\).*)/u,
  ),
  sure(
    "cmd.exe",
    /^(?<message>.{1,200} was unexpected at this time\.|The input line is too long\..*|.{1,200} kann syntaktisch an dieser Stelle nicht verarbeitet werden\.)$/,
  ),
  sure(
    "Windows",
    /^(?<message>(?:System error \d+ has occurred|Systemfehler \d+ aufgetreten|L'erreur système \d+|Error de sistema \d+|Errore di sistema \d+)\.?)/,
    { message: nextLine },
  ),
  sure("Windows", /^(?:\[SC\] )?(?<title>\w+ FAILED \d+:)$/, { message: nextLine }),
  likely("Windows", /^(?:ERROR|FEHLER|ERREUR|ERROR DE|ERRORE|ОШИБКА): (?<message>\S.+)/),
  likely(
    "Windows",
    /^(?<message>(?:The system cannot find|The process cannot access|Access is denied|The filename, directory name|The syntax of the command|There is not enough space|The network (?:path|name)|The specified (?:network|service|path|module|user|file)|Logon failure|The user name or password|The RPC server|The service (?:did not|cannot|has not)|The directory (?:is not|name)|Cannot find (?:path|the)|File (?:not found|cannot be)|Could Not Find|The handle is|Not enough (?:memory|quota|storage)|Das System kann|Zugriff verweigert|Der Prozess kann nicht|Der Netzwerk(?:pfad|name)|Die Syntax|Das Verzeichnis|Die Datei|Der Zugriff|Der angegebene|Accès refusé|Le (?:chemin|fichier|processus|système|nom)|La syntaxe|Acceso denegado|El sistema no puede|No se (?:puede|encuentra)|Impossibile trovare|Accesso negato|O sistema não|Acesso negado|Não é possível|Отказано в доступе|Не удается|Системе не удается|Toegang geweigerd|Odmowa dostępu|Nie można|アクセスが拒否|指定された|ファイルが見つかりません|系统找不到|拒绝访问).*)/u,
  ),
  sure(
    "Windows Installer, DISM, IIS",
    /^(?:.{0,100}?)(?<message>(?:MSI \(s\) .*Product: .+ -- Error \d+\..*|Error \d{4}\. .+|This installation package could not be opened.*|ERROR \( ?(?:message|hresult).+))/,
  ),
  sure("Web Deploy", /^(?:Error Code: )(?<title>\w+)\s*$/, {
    message: /^(?:More Information: |Error: )(?<message>.+)/,
  }),
  sure("MSTest, signtool, sc, schtasks", /^(?:SignTool Error|SCHTASKS|NET HELPMSG): (?<message>.+)/),
  count("AzCopy", /^(?<message>(?:Number of )?(?:File )?Transfers Failed: [1-9].*)/),
  sure(
    "ImageMagick, FFmpeg, wkhtmltopdf",
    /^(?<message>(?:convert|magick|identify|ffmpeg|ffprobe|Error opening (?:input|output)|Conversion failed|Exit with code \d+ due to network error|pandoc|soffice|Ghostscript|pdftk|qpdf)\S*: (?:.*(?:error|fail|unable|no such|invalid|not found|not authorized|cannot).*))/i,
  ),
  sure(
    "Playwright, Selenium, Puppeteer",
    /^(?:.{0,60}?)(?<message>(?:browserType\.launch: .+|(?:selenium\.common\.exceptions|OpenQA\.Selenium|org\.openqa\.selenium)\.\w+(?:Exception)?: .+|(?:session not created|net::ERR_\w+).+|Failed to launch (?:the browser|chromium).*|Executable doesn't exist at .+))/,
  ),
];
