import { guess, hint, likely, nextLine, type Shape } from "./shape";

/** Words that a program puts before its message, in any language. */
const errorWord =
  "(?:errors?|fatal(?: error)?|critical|severe|failure|failed|exception|panic|fehler|schwerwiegender fehler|erreur|erreur fatale|errore|erro|fout|fel|feil|fejl|virhe|błąd|chyba|hiba|hata|ошибка|помилка|エラー|错误|錯誤|오류)";

/** In the form of many programs; for lines that no row of a tool knows. */
export const programs: readonly Shape[] = [
  likely("any", /^(?:fail|crit): [\w.`+]+\[\d+\]$/, { message: nextLine }),
  likely("any", /^(?:\S+\t)?Failed: (?<message>.+)/),
  likely("any", /^(?<message>[A-Z]{2,10}\d?-?\d{3,6}[A-Z]?: (?!at )\S.+)/),
  likely(
    "any",
    /^.{0,300}?<(?:\w+:)?(?:message|faultstring|reason|detail|description|error|errormessage)(?: [^>]{0,100})?>(?<message>[^<]*\p{L}[^<]*)(?:<|$)/iu,
  ),
  likely(
    "any",
    /^\s*(?:(?:Caused by|Reason|Details?|Cause|Description|Inner ?Exception|(?:Error ?)?Message|error_?message) ?: (?=\S+ ))(?<message>\S.*)/i,
  ),
  likely(
    "any",
    new RegExp(
      `^\\s*(?<place>\\S{1,300}(?::\\d+(?::\\d+)?|\\(\\d+(?:,\\d+)?\\))) ?[:-] ?(?:fatal )?${errorWord}(?: [\\w-]{1,20})?: (?<message>\\S.*)`,
      "iu",
    ),
    { counts: "first" },
  ),
  likely(
    "any",
    new RegExp(
      `^\\W{0,4}${errorWord}(?: ?\\(?[A-Z]{0,8}-?\\d{1,8}\\)?)?[\\])>]?(?: ?[:!]+ ?| -+ | \\[|：)\\s*(?<message>\\S.*)`,
      "iu",
    ),
  ),
  likely(
    "any",
    new RegExp(
      `^\\s*(?<message>(?:\\S{1,80} ){0,4}(?:[\\w./\\\\()\\[\\]-]{1,80}:? ?)${errorWord}(?: \\(?[A-Z]?\\d+\\)?)?[\\])>]?: \\S.*)`,
      "iu",
    ),
  ),
  likely("any", /^(?:[\w.]{1,200}\.)?(?<message>\w*[a-z](?:Error|Exception)(?: \[\w+\])?: \S.*)/),
  likely(
    "any",
    /^(?<message>(?:[a-z_]\w{0,60}\.){1,8}[A-Z]\w{0,60}(?:Timeout|Failure|Failed|NotFound|Denied|Refused|Locked|Unavailable)(?:: \S.*)?)$/,
  ),
  likely("any", /^\s*(?:(?:error|ERROR) {1,2}(?=[A-Z"'\d])|ERROR {1,2}(?=\p{L}))(?<message>.+)/u),
  likely("any", /^\s*(?<message>Error {1,2}[A-Z"'\d].*)/),
  likely("any", /^.{0,300}?<(?:title|h1)>(?<message>(?:[45]\d\d\b|Error)[^<]{3,200})</i),
  likely("any", /^.{0,300}?\b(?:err|error|errmsg|error_message|exception)="(?<message>(?:[^"\\]|\\.){8,})"/),
  likely("any", /^[✘✖✗×❌✕⨯]\s{0,3}(?<message>\p{L}.+)/u),
  likely("any", /^E: (?<message>.+)/),
  likely(
    "any",
    /^(?<message>(?:\.{0,2}\/)?[\w./+-]{1,200}(?:\[\d+\])?: (?:cannot|can't|could not|couldn't|unable|failed|invalid|unknown|unrecogni[sz]ed|illegal|missing|unexpected|bad|no such|no|not)\b.*)/i,
  ),
  likely(
    "any",
    /^\s*"(?:[\w-]{0,40}(?:[Mm]essage|[Mm]sg|[Rr]eason|[Ee]rror_?[Dd]escription)|detail)" ?: ?"(?<message>(?:[^"\\]|\\.)+)",?\s*$/,
  ),
  likely(
    "any",
    /^(?<message>(?:Failed to|Could not|Cannot|Can't|Unable to|Couldn't|Error (?:while|during|occurred|when|reading|writing|loading|connecting|in|at|trying|executing|creating)|An (?:unexpected |unhandled |internal )?(?:error|exception) (?:occurred|has occurred|was thrown)(?=.{3})|Exception (?:calling|while|in|during)|Aborting[:,] |Abort: |Missing (?:required|mandatory)|Invalid |No such |Unknown |Unrecognized |Unexpected |Not authorized|Access denied|Permission denied|Connection (?:refused|timed out|reset)|Timed out|Timeout|Konnte |Impossible de|No se pudo|Impossibile |Não foi possível|Не удалось |Nie udało się )\S?.*)/iu,
  ),
  guess(
    "any",
    /^(?<message>.*\b(?:errors?|fatal|fail(?:ed|ure|ures|s)?|exception|panic|abort(?:ed|ing)?|denied|refused|rejected|unauthorized|forbidden|cannot|can't|could not|couldn't|unable to|not found|no such|does not exist|doesn't exist|is not recognized|not recognised|unbound variable|undefined (?:reference|symbol)|undeclared|timed out|unreachable|unresolved|segmentation fault|core dumped|killed|[1-9]\d* vulnerabilit\w{1,4}|no tests ran|out of memory|no space left|bad substitution|syntax error|traceback|invalid|mismatch|missing|expired|exceeded|not allowed|not permitted|not enough|did not match|insufficient|unexpected|expected (?=.*\b(?:but|got|found|received|actual|to)\b)|not defined|no (?:\w+ ){1,3}(?:found|available|configured|specified|installed|registered|matched|provided)|no \w+ (?:is|are|was|were|could)|not supported|unsupported|incompatible|no matching|conflicts?|crashed|disappeared|corrupt(?:ed)?|deadlock(?:ed)?|overflow(?:ed)?|unavailable|not authori[sz]ed|blocked|giving up|violat(?:es|ion)|fehler|fehlgeschlagen|verweigert|abgebrochen|ungültig\w{0,2}|unerwartet\w{0,2}|fehlerhaft\w{0,2}|inattendue?|inesperad[oa]|imprevist[oa]|inesperat[oa]|onverwachte?|désactivée?|erreur|impossible|denegado|fallido|errore|fallito|negato|falha|falhou|erro|negado|błąd|mislukt|misslyckades)\b.*)/i,
  ),
  guess(
    "any",
    /^(?<message>.*(?:(?<!\p{L})(?:échec|échoué|refusée?|falló|ошибка|отказано|n'est pas|n'existe|ne peut|n'a pas|introuvable|inconnue?|invalide|manquante?|aucune? (?!erreur)|nicht gefunden|kann nicht|konnte nicht|existiert nicht|wurde nicht|unbekannte?|fehlt|no se (?:puede|pudo|ha podido|han podido|encuentra|encontr|reconoce)|no existe|desconocid|não (?:foi|é|existe|pode|encontr)|non (?:trovat|esiste|valid|riconosciut)|не (?:удалось|удается|найден|является|может)|неизвестн|nie (?:można|znaleziono|jest)|niet (?:gevonden|mogelijk)|kan (?:niet|inte)|hittades inte|nelze|nenalezen|bulunamad)|找不到|无法|無法|不存在|失败|失敗|拒绝|拒否|无效|無効|未找到|できません|見つかりません|存在しません|없습니다|실패|거부).*)/iu,
  ),
  guess("any", /^(?<message>.*[a-z](?:Error|Exception)\b.*)/),
  guess("any", /^(?<message>.*(?:\bERR!|\berror[: ][A-Z]{1,6}-?\d{2,6}\b).*)/),
  hint(
    "any",
    /^(?<message>.*\b(?:(?:is|are|was|were|has|have|had|does|do|did|could|would|should|must)(?: not|n't)|must (?:be|have|match|contain)|not (?:in|set|ready|running|installed|reachable|available|valid|unique|equal|signed|loaded)|no (?:longer|\w+(?: \w+)? (?:for|in|at|on|from|of))|(?:below|above|under|over) (?:the )?(?:required|minimum|maximum|threshold|limit|allowed|target)|out of (?:date|sync|range|bounds|order)|outdated|stale|too (?:many|few|large|small|big|long|short|old|late|low|high)|(?:older|newer|less|more|fewer|greater|larger|longer) than(?! an? )|exceeds?|differs?|differences?|already (?:exists?|in use|taken|running|locked)|(?:is|are) (?:empty|locked|busy|read-only|offline|down|full|stopped)|expires? (?:in|on)|lost|stopped working|unhealthy|needs? attention|leaks?|duplicates?|(?:answer|respond|return)ed (?:with )?[45]\d\d|status(?: code)?:? [45]\d\d|not ok|nok|nicht|keine?[nmrs]?|fehlt|pas|aucune?|niet|geen|inte|ikke|não)\b.*)/iu,
  ),
];
