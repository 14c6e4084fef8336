import assert from "node:assert/strict";
import type { Message, MessageForm } from "../../../shared/chat/message";
import { fingerprint } from "../../../tasks/PipelineMonitor/config/fingerprint";
import type { Entry } from "../../../tasks/PipelineMonitor/issue/entry";
import type { Channel } from "../../../tasks/PipelineMonitor/targets/channel";
import { chatTarget } from "../../../tasks/PipelineMonitor/targets/chat";
import type { Target } from "../../../tasks/PipelineMonitor/targets/target";

/** A channel that mentions nobody. */
export function channelOf(
  post: (message: Message) => Promise<void>,
  form: MessageForm = "specification",
): Channel {
  return {
    ...{ form, post, isMention: () => false, mention: undefined, opensLogPages: false },
    test: () => assert.fail("a report tests nothing"),
    dispose: () => undefined,
  };
}

/** A chat as a target. */
export function chatOf(
  name: string,
  post: (message: Message) => Promise<void>,
  takes: Target["takes"] = () => true,
  form?: MessageForm,
) {
  return chatTarget(fingerprint([name]), name, channelOf(post, form), takes);
}

/** A paging service as a target. `open` and `close` are given the keys of entries. */
export function pagerOf(
  open: (entry: Entry) => Promise<void>,
  close: (entry: Entry) => Promise<void>,
  takes: Target["takes"] = () => true,
): Target {
  return {
    ...{ id: fingerprint(["pager"]), name: "Pager", kind: "pager", takes },
    ...{ isMention: () => false, opensLogPages: false, dispose: () => undefined },
    test: () => assert.fail("a report tests nothing"),
    async tell({ decisions }) {
      for (const { act, entry } of decisions) {
        if (act === "tell" || act === "remind") await open(entry);
        if (act === "tellEnd") await close(entry);
      }
      return { delivered: "sent", of: () => "done" };
    },
  };
}
