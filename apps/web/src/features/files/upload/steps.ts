import { strings } from "@/features/files/strings";
import type { UploadClient } from "@/features/files/types";
import type { UploadFailure } from "@/features/files/upload/failure";
import type { StartedUpload } from "@/features/files/upload/sending";
import { askBeforeUnload } from "@/lib/drafts/before-unload";
import { isReachable, whenBack } from "@/lib/http/reachable";
import type { WhenBack } from "@/lib/http/retry";

/** The steps of one upload. `begin`, `store` and `finish` throw if they fail. */
export type UploadSteps = {
  begin: (input: {
    itemId: string;
    file: File;
    fileId?: string | undefined;
    taken?: ReadonlySet<string> | undefined;
  }) => Promise<StartedUpload>;
  store: (
    started: StartedUpload,
    input: {
      file: File;
      signal: AbortSignal;
      onShare: (share: number) => void;
      onRestart: () => void;
    },
  ) => Promise<void>;
  finish: (fileId: string) => Promise<void>;
  remove: (fileId: string) => Promise<void>;
  /** Returns the consequence of a failed step. Never throws. */
  judge: (error: unknown, isOnline: boolean) => Promise<UploadFailure>;
};

export type UploadPage = {
  isOnline: () => boolean;
  isReachable: () => Promise<boolean>;
  whenBack: WhenBack;
  guard: (isOn: boolean) => void;
};

const PAUSED: UploadFailure = { type: "pause", message: strings.paused, milliseconds: 0 };

class NotLoaded extends Error {}

/** Loads the code that uploads files. After a failure, the next call loads the code again. */
export async function importSender() {
  try {
    return await import("@/features/files/upload/lazy-entry");
  } catch (cause) {
    throw new NotLoaded("The code that sends files could not be loaded.", { cause });
  }
}

/** Each step runs as the user who is signed in when the step starts. */
export function stepsOf(client: UploadClient): UploadSteps {
  return {
    begin: async (input) => {
      const { beginFile } = await importSender();
      const session = client.session.get();
      const userId = session?.status === "authenticated" ? session.claims.sub : undefined;
      return beginFile(client, { ...input, fileId: input.fileId, userId });
    },
    store: async (started, input) => {
      const { storeFile } = await importSender();
      await storeFile(client, started, input);
    },
    finish: async (fileId) => {
      const { error } = await client.db.rpc("finish_upload", { file_id: fileId });
      if (error) throw error;
      // Ignore the result. If this request times out, the inspection continues on the server. If
      // the inspection fails, the scheduled `sweep` function repeats it.
      await client.functions.invoke("inspect-file", { body: { file_id: fileId } });
    },
    remove: async (fileId) => {
      await client.db.rpc("remove_file", { file_id: fileId });
    },
    judge: async (error, isOnline) => {
      const sender = error instanceof NotLoaded ? null : await importSender().catch(() => null);
      return sender ? sender.failureOf(error, isOnline) : PAUSED;
    },
  };
}

const warn = askBeforeUnload(() => true);

export const browserPage: UploadPage = {
  isOnline: () => navigator.onLine,
  isReachable,
  whenBack,
  guard: (isOn) => {
    if (isOn) window.addEventListener("beforeunload", warn);
    else window.removeEventListener("beforeunload", warn);
  },
};
