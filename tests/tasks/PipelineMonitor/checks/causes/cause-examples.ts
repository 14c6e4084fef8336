/** A line of a log that means a cause, and the public page that quotes it. */
interface CauseExample {
  cause: string;
  text: string;
  source: string;
}

export const causeExamples: readonly CauseExample[] = [
  {
    cause: "client secret expired",
    text: "AADSTS7000222: The provided client secret keys for app '***' are expired.",
    source: "https://github.com/prisma/ecosystem-tests/issues/3437",
  },
  {
    cause: "certificate expired",
    text: "SSL certificate problem: certificate has expired",
    source: "https://github.com/chromium/badssl.com/issues/521",
  },
  {
    cause: "certificate expired",
    text: "x509: certificate has expired or is not yet valid",
    source: "https://github.com/ostafen/xdcc-cli/issues/4",
  },
  {
    cause: "certificate expired",
    text: "CERT_HAS_EXPIRED",
    source: "https://github.com/docmirror/dev-sidecar/issues/120",
  },
  {
    cause: "token expired",
    text: "ERROR: AADSTS700024: Client assertion is not within its valid time range.",
    source: "https://github.com/Azure/azure-cli/issues/29063",
  },
  {
    cause: "token expired",
    text: "AADSTS70043: The refresh token has expired or is invalid due to sign-in frequency checks by conditional access.",
    source: "https://github.com/Azure/azure-cli/issues/29914",
  },
  {
    cause: "token expired",
    text: "An error occurred (ExpiredToken) when calling the GetCallerIdentity operation",
    source: "https://github.com/miquella/vaulted/issues/107",
  },
  {
    cause: "token expired",
    text: "An error occurred (ExpiredTokenException) when calling the AssumeRoleWithWebIdentity operation: Token expired",
    source: "https://github.com/awslabs/aws-orbit-workbench/issues/707",
  },
  {
    cause: "token expired",
    text: "The security token included in the request is expired",
    source: "https://github.com/cfn-sphere/cfn-sphere/issues/55",
  },
  {
    cause: "token expired",
    text: "denied: Your authorization token has expired. Reauthenticate and try again.",
    source: "https://github.com/aws/aws-cli/issues/6580",
  },
  {
    cause: "token expired",
    text: "Access Denied: The Personal Access Token used has expired.",
    source: "https://github.com/microsoft/azure-pipelines-tasks/issues/18732",
  },
  {
    cause: "login rejected",
    text: "AADSTS7000215: Invalid client secret is provided.",
    source: "https://github.com/OfficeDev/microsoft-teams-apps-icebreaker/issues/193",
  },
  {
    cause: "login rejected",
    text: "npm ERR! code E401",
    source: "https://github.com/workleap/azure-devops-npm-auth/issues/9",
  },
  {
    cause: "login rejected",
    text: "npm error code E401",
    source: "https://github.com/npm/cli/issues/7598",
  },
  {
    cause: "login rejected",
    text: "unauthorized: authentication required",
    source: "https://github.com/microsoft/azure-pipelines-tasks/issues/10833",
  },
  {
    cause: "login rejected",
    text: "fatal: Authentication failed for",
    source: "https://github.com/MicrosoftDocs/azure-devops-docs/issues/8222",
  },
  {
    cause: "no space left",
    text: "No space left on device",
    source: "https://github.com/envoyproxy/envoy/issues/13212",
  },
  {
    cause: "no space left",
    text: "There is not enough space on the disk.",
    source: "https://github.com/microsoft/azure-pipelines-agent/issues/4434",
  },
  {
    cause: "no space left",
    text: "ENOSPC: no space left on device",
    source: "https://github.com/microsoft/azure-pipelines-agent/issues/4340",
  },
  {
    cause: "out of memory",
    text: "FATAL ERROR: Ineffective mark-compacts near heap limit Allocation failed - JavaScript heap out of memory",
    source: "https://github.com/maciejmaciejewski/azure-pipelines-postman/issues/20",
  },
  {
    cause: "out of memory",
    text: "Out of memory. Java heap space",
    source: "https://github.com/Hexeption/MCP-Reborn/issues/391",
  },
  {
    cause: "out of memory",
    text: "java.lang.OutOfMemoryError: Java heap space",
    source: "https://github.com/opensearch-project/OpenSearch/issues/7746",
  },
  {
    cause: "out of memory",
    text: "System.OutOfMemoryException: Exception of type 'System.OutOfMemoryException' was thrown.",
    source: "https://github.com/dotnet/msbuild/issues/9025",
  },
  {
    cause: "out of memory",
    text: "fork/exec /var/lib/rce/init/dockerinit-1.4.1: cannot allocate memory",
    source: "https://github.com/balena-os/balena-supervisor/issues/50",
  },
  {
    cause: "rate limit reached",
    text: "Error response from daemon: toomanyrequests: You have reached your pull rate limit.",
    source: "https://github.com/docker/hub-feedback/issues/2429",
  },
  {
    cause: "rate limit reached",
    text: "HttpError: API rate limit exceeded for installation",
    source: "https://github.com/NixOS/nixpkgs/issues/413832",
  },
  {
    cause: "rate limit reached",
    text: "TF400733: The request has been canceled: Request was blocked due to exceeding usage of resource",
    source: "https://learn.microsoft.com/azure/devops/integrate/concepts/rate-limits",
  },
  {
    cause: "rate limit reached",
    text: "An unknown error occurred: ThrottlingException",
    source: "https://github.com/kirodotdev/Kiro/issues/7212",
  },
  {
    cause: "host name not resolved",
    text: "Could not resolve host: github.com",
    source: "https://github.com/egen/concourse-tutorial/issues/240",
  },
  {
    cause: "host name not resolved",
    text: "Error: getaddrinfo ENOTFOUND",
    source: "https://github.com/contextio/ContextIO-node/issues/7",
  },
  {
    cause: "host name not resolved",
    text: "getaddrinfo EAI_AGAIN",
    source: "https://github.com/louislam/uptime-kuma/issues/878",
  },
  {
    cause: "host name not resolved",
    text: "java.net.UnknownHostException: raw.githubusercontent.com: Temporary failure in name resolution",
    source: "https://github.com/jenkins-x/jx/issues/2101",
  },
  {
    cause: "host name not resolved",
    text: "Name or service not known",
    source: "https://github.com/projectkudu/kudu/issues/2246",
  },
  {
    cause: "host name not resolved",
    text: "nodename nor servname provided, or not known",
    source: "https://github.com/iq9891/blog/issues/14",
  },
  {
    cause: "host name not resolved",
    text: "dial tcp: lookup ***: no such host",
    source: "https://github.com/microsoft/azure-pipelines-tasks/issues/10616",
  },
  {
    cause: "host name not resolved",
    text: "No such host is known",
    source: "https://github.com/microsoft/DockerTools/issues/247",
  },
  {
    cause: "host name not resolved",
    text: "The remote name could not be resolved: 'api.nuget.org'",
    source: "https://github.com/microsoft/dotnet-framework-docker/issues/554",
  },
  {
    cause: "quota exceeded",
    text: "Operation could not be completed as it results in exceeding approved Total Regional Cores quota.",
    source: "https://github.com/nforgeio/neonKUBE/issues/1671",
  },
  {
    cause: "quota exceeded",
    text: "Operation results in exceeding quota limits of Core.",
    source: "https://github.com/hashicorp/terraform/issues/10056",
  },
  {
    cause: "quota exceeded",
    text: "VcpuLimitExceeded: You have requested more vCPU capacity than your current vCPU limit of 32 allows",
    source: "https://github.com/scrapoxy/scrapoxy/issues/202",
  },
  {
    cause: "quota exceeded",
    text: "is forbidden: exceeded quota: project1030-quota",
    source: "https://github.com/tektoncd/pipeline/issues/1791",
  },
  {
    cause: "image brownout",
    text: "This is a scheduled Windows Server 2019 brownout. The Windows Server 2019 image will be removed on 2025-06-30.",
    source: "https://github.com/web-platform-tests/wpt/issues/53361",
  },
];
