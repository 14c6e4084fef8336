/** Lines of logs that mean a cause, by the cause; each with the public page that quotes it. */
export const causeExamples: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "client secret expired": {
    "AADSTS7000222: The provided client secret keys for app '***' are expired.":
      "https://github.com/prisma/ecosystem-tests/issues/3437",
  },
  "certificate expired": {
    "SSL certificate problem: certificate has expired": "https://github.com/chromium/badssl.com/issues/521",
    "x509: certificate has expired or is not yet valid": "https://github.com/ostafen/xdcc-cli/issues/4",
    CERT_HAS_EXPIRED: "https://github.com/docmirror/dev-sidecar/issues/120",
  },
  "token expired": {
    "ERROR: AADSTS700024: Client assertion is not within its valid time range.":
      "https://github.com/Azure/azure-cli/issues/29063",
    "AADSTS70043: The refresh token has expired or is invalid due to sign-in frequency checks by conditional access.":
      "https://github.com/Azure/azure-cli/issues/29914",
    "An error occurred (ExpiredToken) when calling the GetCallerIdentity operation":
      "https://github.com/miquella/vaulted/issues/107",
    "An error occurred (ExpiredTokenException) when calling the AssumeRoleWithWebIdentity operation: Token expired":
      "https://github.com/awslabs/aws-orbit-workbench/issues/707",
    "The security token included in the request is expired":
      "https://github.com/cfn-sphere/cfn-sphere/issues/55",
    "denied: Your authorization token has expired. Reauthenticate and try again.":
      "https://github.com/aws/aws-cli/issues/6580",
    "Access Denied: The Personal Access Token used has expired.":
      "https://github.com/microsoft/azure-pipelines-tasks/issues/18732",
  },
  "login rejected": {
    "AADSTS7000215: Invalid client secret is provided.":
      "https://github.com/OfficeDev/microsoft-teams-apps-icebreaker/issues/193",
    "npm ERR! code E401": "https://github.com/workleap/azure-devops-npm-auth/issues/9",
    "npm error code E401": "https://github.com/npm/cli/issues/7598",
    "unauthorized: authentication required":
      "https://github.com/microsoft/azure-pipelines-tasks/issues/10833",
    "fatal: Authentication failed for": "https://github.com/MicrosoftDocs/azure-devops-docs/issues/8222",
  },
  "no space left": {
    "No space left on device": "https://github.com/envoyproxy/envoy/issues/13212",
    "There is not enough space on the disk.":
      "https://github.com/microsoft/azure-pipelines-agent/issues/4434",
    "ENOSPC: no space left on device": "https://github.com/microsoft/azure-pipelines-agent/issues/4340",
  },
  "out of memory": {
    "FATAL ERROR: Ineffective mark-compacts near heap limit Allocation failed - JavaScript heap out of memory":
      "https://github.com/maciejmaciejewski/azure-pipelines-postman/issues/20",
    "Out of memory. Java heap space": "https://github.com/Hexeption/MCP-Reborn/issues/391",
    "java.lang.OutOfMemoryError: Java heap space":
      "https://github.com/opensearch-project/OpenSearch/issues/7746",
    "System.OutOfMemoryException: Exception of type 'System.OutOfMemoryException' was thrown.":
      "https://github.com/dotnet/msbuild/issues/9025",
    "The agent worker exited with code 137, which means it ran out of memory.":
      "https://github.com/microsoft/azure-pipelines-agent/blob/master/src/Misc/layoutbin/en-US/strings.json",
    "fork/exec /var/lib/rce/init/dockerinit-1.4.1: cannot allocate memory":
      "https://github.com/balena-os/balena-supervisor/issues/50",
  },
  "rate limit reached": {
    "Error response from daemon: toomanyrequests: You have reached your pull rate limit.":
      "https://github.com/docker/hub-feedback/issues/2429",
    "HttpError: API rate limit exceeded for installation": "https://github.com/NixOS/nixpkgs/issues/413832",
    "TF400733: The request has been canceled: Request was blocked due to exceeding usage of resource":
      "https://learn.microsoft.com/azure/devops/integrate/concepts/rate-limits",
    "An unknown error occurred: ThrottlingException": "https://github.com/kirodotdev/Kiro/issues/7212",
  },
  "host name not resolved": {
    "Could not resolve host: github.com": "https://github.com/egen/concourse-tutorial/issues/240",
    "Error: getaddrinfo ENOTFOUND": "https://github.com/contextio/ContextIO-node/issues/7",
    "getaddrinfo EAI_AGAIN": "https://github.com/louislam/uptime-kuma/issues/878",
    "java.net.UnknownHostException: raw.githubusercontent.com: Temporary failure in name resolution":
      "https://github.com/jenkins-x/jx/issues/2101",
    "Name or service not known": "https://github.com/projectkudu/kudu/issues/2246",
    "nodename nor servname provided, or not known": "https://github.com/iq9891/blog/issues/14",
    "dial tcp: lookup ***: no such host": "https://github.com/microsoft/azure-pipelines-tasks/issues/10616",
    "No such host is known": "https://github.com/microsoft/DockerTools/issues/247",
    "The remote name could not be resolved: 'api.nuget.org'":
      "https://github.com/microsoft/dotnet-framework-docker/issues/554",
  },
  "quota exceeded": {
    "Operation could not be completed as it results in exceeding approved Total Regional Cores quota.":
      "https://github.com/nforgeio/neonKUBE/issues/1671",
    "Operation results in exceeding quota limits of Core.":
      "https://github.com/hashicorp/terraform/issues/10056",
    "VcpuLimitExceeded: You have requested more vCPU capacity than your current vCPU limit of 32 allows":
      "https://github.com/scrapoxy/scrapoxy/issues/202",
    "is forbidden: exceeded quota: project1030-quota": "https://github.com/tektoncd/pipeline/issues/1791",
  },
  "image brownout": {
    "This is a scheduled Windows Server 2019 brownout. The Windows Server 2019 image will be removed on 2025-06-30.":
      "https://github.com/web-platform-tests/wpt/issues/53361",
  },
};
