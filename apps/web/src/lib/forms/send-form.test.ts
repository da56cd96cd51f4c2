import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FORM_SENTENCES, UNREACHABLE } from "@/lib/errors/form-sentences";
import type { FormFailure } from "@/lib/forms/form-state";
import { sendForm } from "@/lib/forms/send-form";

type State = { ok: true } | FormFailure;

beforeEach(() => void vi.stubGlobal("navigator", { onLine: true }));
afterEach(() => void vi.unstubAllGlobals());

const filled = () => {
  const form = new FormData();
  for (const [name, value] of [
    ["title", "Accounts"],
    ["version", "3"],
    ["password", "secret"],
  ] as const) {
    form.set(name, value);
  }
  return form;
};

function createListeners() {
  return {
    prepare: vi.fn(async () => {}),
    onRedirect: vi.fn(),
    onAnswer: vi.fn(),
    lost: vi.fn((failure: FormFailure): State => failure),
  };
}

/** Sends a form whose action throws the error. */
async function fail(error: unknown) {
  const listeners = createListeners();
  const sent = sendForm<State>(
    filled(),
    async () => {
      throw error;
    },
    () => listeners,
  );
  return { listeners, state: await sent.catch((thrown: unknown) => ({ thrown })) };
}

const redirectTo = (path: string) =>
  Object.assign(new Error("NEXT_REDIRECT"), { digest: `NEXT_REDIRECT;push;${path};307;` });

test("sendForm prepares the form, calls the action and returns its state", async () => {
  const listeners = createListeners();
  const order: string[] = [];
  listeners.prepare.mockImplementation(async () => void order.push("prepare"));
  listeners.onAnswer.mockImplementation(() => order.push("answer"));
  const form = filled();
  const action = vi.fn(async (): Promise<State> => {
    order.push("action");
    return { ok: true };
  });
  expect(await sendForm<State>(form, action, () => listeners)).toEqual({ ok: true });
  expect(order).toEqual(["prepare", "action", "answer"]);
  expect(action.mock.calls).toEqual([[null, form]]);
  expect(listeners.onAnswer).toHaveBeenCalledWith({ ok: true });
  expect(listeners.lost).not.toHaveBeenCalled();
});

test("sendForm calls the listeners of the render in which the response arrives", async () => {
  const [before, after] = [createListeners(), createListeners()];
  let latest = before;
  const action = async (): Promise<State> => {
    latest = after;
    return { ok: true };
  };
  await sendForm<State>(filled(), action, () => latest);
  expect(before.onAnswer).not.toHaveBeenCalled();
  expect(after.onAnswer).toHaveBeenCalledOnce();
});

test("sendForm returns the typed values after a call without a response, but neither the version nor secrets", async () => {
  const { listeners, state } = await fail(new TypeError("Failed to fetch"));
  expect(state).toEqual({
    ok: false,
    code: "network",
    message: UNREACHABLE,
    values: { title: "Accounts" },
  });
  expect(listeners.onAnswer).not.toHaveBeenCalled();
});

test("sendForm returns the message for a form that is too large", async () => {
  const { state } = await fail(new Error(FORM_SENTENCES.form_too_large));
  expect(state).toMatchObject({ code: "form_too_large", message: FORM_SENTENCES.form_too_large });
});

test("sendForm does not send a form if `prepare` got no response", async () => {
  const listeners = createListeners();
  listeners.prepare.mockRejectedValue(new TypeError("Failed to fetch"));
  const action = vi.fn(async (): Promise<State> => ({ ok: true }));
  const state = await sendForm<State>(filled(), action, () => listeners);
  expect(state).toMatchObject({ code: "network" });
  expect(action).not.toHaveBeenCalled();
});

test("sendForm reports the path of a redirect and throws the redirect", async () => {
  const redirect = redirectTo("/o/firm;a?b=1");
  const { listeners, state } = await fail(redirect);
  expect(state).toEqual({ thrown: redirect });
  expect(listeners.onRedirect.mock.calls).toEqual([["/o/firm;a?b=1"]]);
});

test("sendForm throws an unexpected error and reports no redirect", async () => {
  const error = Object.assign(new Error("other"), { digest: "42" });
  const { listeners, state } = await fail(error);
  expect(state).toEqual({ thrown: error });
  expect(listeners.onRedirect).not.toHaveBeenCalled();
  expect(listeners.lost).not.toHaveBeenCalled();
});
