import { fair, likely, many, nextLine, type Shape, sure } from "./shape";

/** Clouds and their commands, infrastructure as code, containers, and services. */
export const services: readonly Shape[] = [
  many("Terraform, OpenTofu", /^│\s+Error: (?<title>.+)/u, {
    goesOn: /^│/u,
    message: /^│ (?!with |on \S+ line|\s+\d+:)(?<message>\p{L}.*)/u,
  }),
  many("Terraform, OpenTofu", /^(?:\* )?Error: (?<title>.+)/, {
    needs: /^ {2}(?:on \S+ line \d+|with \S)/,
    message: /^(?! {2}(?:on|with) |\s+\d+:)(?<message>\p{L}.*)/u,
  }),
  fair("Terragrunt", /^(?:time=\S+ level=error .{0,200}msg=|\[terragrunt\] .{0,60}: )(?<message>.+)/),
  many("Pulumi", /^\s+(?:error|\*+ error): (?<message>(?!update failed|preview failed).+)/),
  many(
    "Ansible",
    /^(?:fatal|failed): \[(?<place>[^\]]{1,200})\](?::| \(item=.{0,500}?\) =>)? ?(?:FAILED! |UNREACHABLE! )?=>\s*(?<message>.*)/,
    {
      goesOn: /^\s+\S|^\}/,
      message: /^\s+(?:msg|"msg"|stderr): ?(?:['"|>-]*)(?<message>\p{L}.*)/u,
      unless: /^\.\.\.ignoring/,
    },
  ),
  sure("Ansible", /^(?:ERROR! |\[ERROR\]: )(?<message>.+)/),
  sure(
    "Chef, Puppet, Salt",
    /^(?:.{0,60}?)(?:FATAL: |Error: |ERROR: )(?<message>(?:\w+::|Could not (?:retrieve|set|find|apply|start|evaluate)|Evaluation Error|Execution of|Minion did not|Net::HTTP).+)/,
  ),
  sure(
    "CloudFormation, SAM, CDK, Serverless",
    /^(?:.{0,200}?)(?<message>(?:Resource handler returned message: .+|An error occurred \(\w+\) when calling the \w+ operation.*|Waiter \w+ failed: .+|Error: Failed to create changeset.+|Stack .{1,100} is in \w*FAILED\w* state.*))/u,
  ),
  many(
    "CloudFormation",
    /^.{0,200}?\b(?:\w+_FAILED|\w*ROLLBACK_IN_P\w*) *\| +\S+ *\| +\S+ (?<message>(?!The following resource)\S.{6,})/,
  ),
  many("CloudFormation", /^.{0,200}?\b\w+_FAILED *\| +\S+ *\| +\S+\s*$/, { message: nextLine }),
  many("CloudFormation", /^.{0,200}?\b(?:CREATE|UPDATE|DELETE)_FAILED\b[ |:-]+(?<message>(?!.*\|).+)/),
  fair("CDK", /^\s*❌ {1,2}\S.{0,200}? failed: (?:Error: )?(?<message>.+)/u),
  sure("Serverless", /^\s*(?:Serverless )?Error -{5,}$/, { message: nextLine }),
  sure(
    "AWS CLI",
    /^(?:fatal error|upload failed|download failed|copy failed|move failed|delete failed|aws: error|usage: aws).{0,300}?: (?<message>.+)/,
  ),
  sure(
    "AWS CLI",
    /^(?<message>(?:Unable to locate credentials|Could not connect to the endpoint URL|The (?:config profile|user-provided path)|Partial credentials found|Error parsing parameter|Unknown options|SSL validation failed|Connect timeout on endpoint|Error loading SSO Token|Token has expired).*)/,
  ),
  sure(
    "Google Cloud CLI",
    /^(?:ERROR: \(gcloud[\w.-]*\) |\(gcloud[\w.-]*\) |CommandException: |BadRequestException: |AccessDeniedException: |ServiceException: )(?<message>.+)/,
  ),
  sure(
    "Azure CLI",
    /^(?:ERROR: |ERROR: az |az: error: |az: )(?<message>\([\w-]+\) .+|.*AADSTS.+|'.+' is (?:misspelled|not).+|.*unrecognized arguments.+|Please run 'az login'.*)/,
  ),
  likely("Azure CLI", /^ERROR: (?<message>\S.+)/),
  sure(
    "Azure",
    /^(?<message>(?:.{0,300}?[:=] ?)?\{\s*\\?"(?:error|errors|code|odata\.error|statusCode|Code|ErrorCode|errorCode|status|message|Message)\\?"\s*:(?=.*(?:[Ee]rror|[Ff]ail|[Ee]xception|[Dd]enied|[Ii]nvalid|[Uu]nauth|[Ff]orbidden|not (?:found|exist|allowed)|NotFound|[Cc]onflict|[Ee]xceed)).*)/,
  ),
  sure("Azure", /^(?:.{0,200}?[:=] ?)?(?<message>\{)\s*$/, {
    needs:
      /^\s*"(?:error|errors|code|Code|errorCode|odata\.error|exception|fault)"\s*:(?!\s*(?:null|0\b|""|false|\[\]|\{\}))/,
  }),
  sure("Azure", /^(?:.{0,100}?)(?:ErrorCode|Code|Error code|Error Code): ?(?<title>[A-Z]\w+)\s*$/, {
    message: /^\s*(?:ErrorMessage|Message|Error Message|Message text): ?(?<message>.+)/,
    needs: /^\s*(?:ErrorMessage|Message|Error Message): ?\S/,
  }),
  sure(
    "Azure",
    /^(?:Error: )?(?<message>(?:Inner Errors|InvalidTemplate\w*|InvalidTemplateDeployment|AuthorizationFailed|ResourceNotFound|SkuNotAvailable|QuotaExceeded|ResourceGroupNotFound|Conflict|BadRequest|LinkedAuthorizationFailed|RoleAssignmentExists|DeploymentFailed|StorageAccountAlreadyTaken|OperationNotAllowed|AnotherOperationInProgress)(?: ?[:,-] | \(CODE: \d+\) ?).+)/,
  ),
  sure(
    "Azure",
    /^(?:Error: )?(?<message>.{0,200}(?:does not have authorization to perform action|could not be found\. For more details please go to|Failed to fetch App Service|Could not fetch access token for|Failed to obtain the Json Web Token|Failed to get resource ID|Input required: |Service connection .+ (?:could not|not)|Conflict \(CODE: 409\)|Service Unavailable \(CODE: 503\)|Forbidden \(CODE: 403\)|Ip Forbidden).*)/i,
  ),
  sure("Azure Storage, AzCopy", /^\s*RESPONSE (?:Status|\d{3}): (?<message>(?!20\d).+)/),
  sure(
    "Azure Storage, AzCopy",
    /^(?:Description=|failed to perform \S+ command due to error: )(?<message>.+)/,
  ),
  sure("Azure DevOps", /^(?:remote: |\S{1,40}: |Error: )?(?<message>(?:TF|VS)\d{5,7}: .+)/),
  likely(
    "Azure DevOps",
    /^(?:remote: |\S{1,40}: |Error: )?(?<message>(?:Unhandled: |Invalid Resource|Resource not accessible|Unable to (?:locate executable|find|cd)|Not found (?:SourceFolder|PathtoPublish|chosen package|directory)|No package found with specified pattern|No files? (?:matched|were found|found)|Cannot find (?:any|a) |Path does not exist|Could not find any file matching|Version .+ not found|Failed to download|No test (?:assemblies|result files)|Artifact .+ (?:not found|already exists|could not)|Unable to process command|Pipeline (?:variable|artifact) .+ not|The (?:pipeline is not valid|value specified for|nuget command failed)).*)/,
  ),
  sure("Microsoft Entra, Graph, MSAL", /^(?:.{0,300}?)(?<message>(?:AADSTS|AADB2C|MSIS)\d+: .+)/),
  sure(
    "Microsoft Entra, Graph, MSAL",
    /^(?:.{0,200}?)(?<message>(?:Insufficient privileges to complete|Authorization_RequestDenied|ClientSecretCredential authentication failed|DefaultAzureCredential failed|ManagedIdentityCredential authentication|InteractiveBrowserCredential|No subscriptions? found|Run Connect-AzAccount).*)/,
  ),
  sure("Kubernetes", /^(?:Error: .{0,200}?)?(?:error: )?(?<message>Error from server.{0,40}: .+)/),
  sure("Kubernetes", /^for: ".{1,200}": (?:error when \w+ ".{1,200}": )?(?<message>.+)/),
  sure("Kubernetes", /^(?<message>The \w+ "[^"]{1,200}" is invalid: .+)/),
  sure(
    "Kubernetes",
    /^(?:error: |Unable to connect to the server: |couldn't get current server API group list: |Error: )(?<message>(?:timed out waiting|deployment ".+" exceeded|error validating|unable to (?:recognize|upgrade|read|forward|decode)|resource mapping not found|no matches for kind|You must be logged in|the server (?:doesn't|could not|has asked)|the path ".+" does not exist|no (?:configuration|context)|context ".+" does not|dial tcp|x509|net\/http|getting credentials|exec: |the namespace|job .+ failed|a container name must|watch closed).*)/,
  ),
  sure(
    "Kubernetes",
    /^(?:.{0,200}?)(?<message>(?:Back-off pulling image|Back-off restarting failed container|ImagePullBackOff|ErrImagePull|CrashLoopBackOff|OOMKilled|FailedScheduling|FailedMount|CreateContainerConfigError).*)/,
  ),
  sure(
    "Helm",
    /^(?:Error: |.{0,60}helm.{0,60}: )(?<message>(?:UPGRADE|INSTALLATION|ROLLBACK|UNINSTALL|INSTALL) FAILED: .+)/,
  ),
  likely(
    "Helm",
    /^Error: (?<message>(?:chart|repo|release|template|values|parse error|failed (?:to|pre|post)|unable to build|YAML parse|Kubernetes cluster|execution error|looks like|could not|timed out|context deadline|rendered manifests|query|no repositories|plugin|cannot).*)/,
  ),
  likely(
    "Argo CD, Flux, Kustomize",
    /^(?:FATA\[\d+\] |✗ |Error: |level=fatal msg=)(?<message>(?:rpc error|accumulating|context deadline|kustomize build|HelmRelease|Kustomization|reconciliation|invalid Kustomization|no matches|trouble configuring|failed to).+)/u,
  ),
  many("certbot, ACME", /^(?:\[.{1,60}\] ?)?(?<message>\S{1,200}:Verify error:.+)/),
  sure("certbot, ACME", /^\s*Detail: (?<message>.+)/, { counts: "first" }),
  sure("gRPC", /^(?:.{0,200}?)(?<message>rpc error: code = \w+ desc = .+)/),
  sure(
    "GitHub, GitLab",
    /^(?:.{0,100}?)(?<message>(?:HTTP \d{3}: .+ \(https?:\/\/.+|GraphQL: .+|gh: .+ \(HTTP \d+\)|Resource not accessible by .+|glab: .+|Bad credentials.*))/,
  ),
  sure(
    "Vault, Consul, Nomad",
    /^(?:Error (?:making API request|reading|writing|authenticating|initializing|querying|submitting|looking up)[^.:]{0,200}[.:]?)\s*(?<message>.*)$/,
    {
      message: /^\s*(?:\* |Code: \d+\. Errors:|Errors?:)\s*(?!\d+ errors? occurred)(?<message>\S.*)/,
      needs: /^\s*(?:\* |Code: \d|URL: )/,
    },
  ),
  sure("Vault", /^Code: (?<title>\d{3})\. Errors:$/, {
    message: /^\s*\* (?!\d+ errors? occurred)(?<message>.+)/,
  }),
  sure(
    "SFTP, FTP",
    /^(?<message>(?:sftp: |ftp: |lftp: |mirror: |ncftp\w*: |psftp: |pscp: |plink: |WinSCP: |Error listing directory|Couldn't (?:canonicali[sz]e|stat|open|read|get handle|create|rename|delete)(?=.*: )|Remote (?:open|readdir|rename|delete|unlink)).+)/,
  ),
  many(
    "WinSCP",
    /^(?<message>(?:Cannot (?:create|open|overwrite|rename|remove|initialize) (?:remote |the )?(?:file|directory|SFTP)|Can't (?:get attributes|create directory|open|rename|list)|Error (?:transferring|listing|changing|deleting|getting|renaming) (?:file|directory|remote|name)|Copying files (?:to|from) remote side failed|Host is not communicating|Server refused our key|No supported authentication methods|Network error: ).*)/,
  ),
  sure(
    "FTP",
    /^(?<message>(?:4[25]\d|5[0135]\d)[ -](?:Login|Permission|No such|Not logged|Can't|Cannot|Could not|Failed|User|Access|Requested|Unable|Data connection|Syntax|Command).+)/,
  ),
  sure(
    "SMTP, mail",
    /^(?:.{0,150}?)(?<message>(?:5\d\d[ -]#?5\.\d+\.\d+|4\d\d[ -]4\.\d+\.\d+|smtplib\.\w+: |SMTP (?:error|server)|Mailbox unavailable).+)/,
  ),
  sure("SMTP, mail", /^(?<message>(?:sendmail|msmtp|mailx?|mutt|ssmtp|postdrop|swaks): .+)/),
  sure(
    "Service Bus, MQ",
    /^(?:.{0,200}?)(?<message>(?:AMQ\d{4}[EIW]?: .+|MQRC_\w+.*|amqp:[\w-]+.*|The messaging entity .+ could not be found.*))/,
  ),
  sure(
    "Dynamics, SharePoint, Power Platform",
    /^(?:Error: )?(?<message>(?:The (?:remote server returned an error|solution .+ failed|plug-in)|Solution .+ failed|Import failed|ImportAsHolding|PAC: |Access is denied to).+)/,
  ),
  sure(
    "HTTP",
    /^(?:.{0,200}?)(?<message>The remote server returned an error: .+|The request was aborted: .+|The operation has timed out.*|Unable to connect to the remote server.*|An existing connection was forcibly closed.*|The SSL connection could not be established.*|A connection attempt failed because.*|No connection could be made because.*|Response status code does not indicate success: .+)/,
  ),
  sure(
    "Trivy, Snyk, scanners",
    /^(?:.{0,80}\s)?(?<message>(?:scan error|image scan error|unable to initialize|(?<!OLE )DB error|failed to (?:download vulnerability DB|scan|analyze)).+)/i,
  ),
  sure(
    "Octopus, Jenkins, TeamCity",
    /^(?:The remote script failed|The deployment .+ failed|Running the action .+ failed)(?<message>.+)/,
  ),
  likely(
    "Google Play, App Store",
    /^(?:Google Api Error: |\[altool\.\w+\] |\*\*\* Error: |Error uploading .+?: )(?<message>.+)/,
  ),
  sure(
    "App Store",
    /^(?:.{0,100}?)(?<message>(?:ITMS-\d+|ERROR ITMS-\d+|Could not find an app on|Invalid (?:Provisioning Profile|Signature|Bundle|Code Signing)|The bundle version must be).+)/,
  ),
  sure(
    "Android",
    /^(?:.{0,60}?)(?<message>(?:INSTALL_FAILED_\w+|INSTALL_PARSE_\w+|adb: error: |error: device .+ not found|emulator: (?:ERROR|FATAL)|SDK location not found|License for package .+ not accepted|Failed to install the following).*)/,
  ),
  sure(
    "Jekyll, Hugo, MkDocs",
    /^(?:Error: |ERROR\s+-?\s*|Liquid Exception: |jekyll \S+ \| Error: )(?<message>(?:error (?:building|calling)|failed to (?:render|load|extract|create)|Config value|Liquid|Unable|module ".+" not found|.+ in \/_).+)/,
  ),
];
