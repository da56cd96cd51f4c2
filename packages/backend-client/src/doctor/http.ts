const DEADLINE_MS = 10_000;
const MAX_REDIRECTS = 5;
const MAX_CHARACTERS = 1_000_000;

export interface Answer {
  url: URL;
  status: number;
  headers: Headers;
  body: string;
  /** Time halfway between request and response, in milliseconds, by the clock of this machine. */
  askedAt: number;
}

export interface NoAnswer {
  reason: string;
}

export const isAnswer = (found: Answer | NoAnswer): found is Answer => "status" in found;

function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return "the reason is unknown";
  if (thrown.name === "TimeoutError") return `no response within ${DEADLINE_MS / 1000} seconds`;
  const { code } = (thrown.cause ?? thrown) as { code?: unknown };
  return typeof code === "string" ? code : thrown.name;
}

export async function ask(
  url: URL,
  options: { headers?: Record<string, string>; isFollowing?: boolean; now(): number },
): Promise<Answer | NoAnswer> {
  const { headers = {}, isFollowing = false, now } = options;
  try {
    let target = url;
    for (let count = 0; ; count++) {
      const startedAt = now();
      const response = await fetch(target, {
        headers,
        redirect: "manual",
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      const askedAt = (startedAt + now()) / 2;
      const next = new URL(response.headers.get("location") ?? target, target);
      const isRedirect = response.status >= 300 && response.status < 400;
      const isMore = next.href !== target.href && count < MAX_REDIRECTS;
      if (!isFollowing || !isRedirect || next.origin !== url.origin || !isMore) {
        const body = (await response.text()).slice(0, MAX_CHARACTERS);
        return { url: target, status: response.status, headers: response.headers, body, askedAt };
      }
      await response.body?.cancel();
      target = next;
    }
  } catch (thrown) {
    return { reason: reasonOf(thrown) };
  }
}
