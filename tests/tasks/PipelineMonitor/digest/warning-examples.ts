/** A warning of the platform, and the public page that quotes it. */
interface WarningExample {
  text: string;
  source: string;
}

export const warningExamples: readonly WarningExample[] = [
  {
    text: "Task 'JFrog npm' version 1 (JFrogNpm@1) is dependent on a Node version (10) that is end-of-life.",
    source: "https://github.com/jfrog/jfrog-azure-devops-extension/issues/512",
  },
  {
    text: "Task '{0}' is dependent on a task runner that is end-of-life and will be removed in the future.",
    source: "https://github.com/microsoft/azure-pipelines-agent/pull/4458",
  },
  {
    text: "Task 'Terraform' version 3 (TerraformTaskV3@3) is deprecated.",
    source: "https://github.com/microsoft/azure-pipelines-terraform/pull/362",
  },
  {
    text: "This task uses Node 6 execution handler, which will be removed March 31st 2022.",
    source: "https://github.com/microsoft/azure-pipelines-agent/pull/4458",
  },
  {
    text: "The agent operating system doesn't support Node20. Using Node16 instead.",
    source: "https://github.com/dotnet/dnceng/issues/1743",
  },
  {
    text: "The windows-2019 runner image is being deprecated, consider switching to windows-2022(windows-latest) or windows-2025 instead.",
    source: "https://github.com/web-platform-tests/wpt/issues/53361",
  },
  {
    text: 'The Ubuntu-20.04 image for the Microsoft-hosted "Azure Pipelines" pool is deprecated and will be retired April 1st.',
    source: "https://github.com/microsoft/aspire/issues/8186",
  },
  {
    text: "Ubuntu 16.04 LTS environment is deprecated and will be removed on September 20, 2021.",
    source: "https://github.com/aboutcode-org/scancode-toolkit/issues/2687",
  },
  {
    text: "A brownout will take place on December, 15 3:00 PM - 4:30 PM UTC to raise awareness of the upcoming windows-2016 environment removal",
    source:
      "https://dynvision365.com/2021/12/10/getting-ready-for-the-next-azure-devops-pipeline-agent-update/",
  },
  {
    text: "ubuntu-latest pipelines will use ubuntu-24.04 soon.",
    source: "https://github.com/easingthemes/ssh-deploy/issues/196",
  },
];
