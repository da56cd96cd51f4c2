import { requireChange, requireRequest } from "./request-store.js";

export { cache } from "./request-cache.js";

export async function headers(): Promise<Headers> {
  return requireRequest("headers").headers;
}

export async function cookies(): Promise<object> {
  return requireRequest("cookies").cookies.store;
}

export async function draftMode(): Promise<{
  readonly isEnabled: boolean;
  enable(): void;
  disable(): void;
}> {
  const request = requireRequest("draftMode");
  return {
    get isEnabled() {
      return request.isDraft;
    },
    enable() {
      requireChange("draftMode().enable").isDraft = true;
    },
    disable() {
      requireChange("draftMode().disable").isDraft = false;
    },
  };
}

export async function connection(): Promise<void> {
  requireRequest("connection");
}

export function after(task: Promise<unknown> | (() => unknown)): void {
  requireRequest("after").later.push(() => (typeof task === "function" ? task() : task));
}

// Next's own `forbidden` and `unauthorized` throw another error unless next.config sets
// `authInterrupts`.

function interrupt(status: 401 | 403): never {
  const digest = `NEXT_HTTP_ERROR_FALLBACK;${status}`;
  throw Object.assign(new Error(digest), { digest });
}

export function forbidden(): never {
  return interrupt(403);
}

export function unauthorized(): never {
  return interrupt(401);
}

const change = (name: string) => (): void => {
  requireChange(name);
};

export const revalidatePath = change("revalidatePath");
export const revalidateTag = change("revalidateTag");
export const updateTag = change("updateTag");
export const refresh = change("refresh");

const nothing = (): void => undefined;

export const cacheLife = nothing;
export const cacheTag = nothing;
export const unstable_cacheLife = nothing;
export const unstable_cacheTag = nothing;
export const unstable_noStore = nothing;

export function unstable_cache<Run>(run: Run): Run {
  return run;
}

const settled = async (): Promise<void> => undefined;

export const io = settled;
export const navigation = settled;
export const prefetch = settled;
