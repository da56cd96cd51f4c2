import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { type Client, open } from "../harness/client.ts";

const EMAIL = "victim@prepared.example";
const PREPARED = "chosen by a stranger";
const OWN = "chosen after the code";

/** The tests are slow, because Auth hashes passwords as slowly as in production. */
const patience = { timeout: 30_000 };

const service = open(inject("serviceKey"));
let stranger: Client;
let owner: Client;

beforeEach(() => {
  stranger = open(inject("anonKey"));
  owner = open(inject("anonKey"));
});

afterEach(async () => {
  const { data } = await service.auth.admin.listUsers({ perPage: 1000 });
  for (const { id, email } of data.users) {
    if (email?.endsWith("@prepared.example")) await service.auth.admin.deleteUser(id);
  }
});

async function prepare(): Promise<string> {
  // An address can get one code a minute, so this call deletes the time of the previous test's
  // code.
  await service.rpc("return_code", { email: EMAIL });
  const { data, error } = await stranger.auth.signUp({
    email: EMAIL,
    password: PREPARED,
    options: { data: { name: "A Stranger" } },
  });
  expect(error).toBeNull();
  expect(data.session).toBeNull();
  return data.user?.id ?? "";
}

async function typeCode(type: "invite" | "magiclink" | "recovery"): Promise<void> {
  const { data, error } = await service.auth.admin.generateLink({ type, email: EMAIL });
  expect(error).toBeNull();
  const token = data.properties?.email_otp ?? "";
  const verified = await owner.auth.verifyOtp({
    email: EMAIL,
    token,
    type: type === "recovery" ? "recovery" : "email",
  });
  expect(verified.error).toBeNull();
}

async function tryPassword(password: string): Promise<string | undefined> {
  const { error } = await open(inject("anonKey")).auth.signInWithPassword({
    email: EMAIL,
    password,
  });
  return error?.code;
}

async function readName(client: Client): Promise<string | undefined> {
  const { data } = await client.from("profiles").select("name").single();
  return data?.name;
}

// S-2.11
test.each([
  ["the code of a sign-up or of an invitation", "invite"],
  ["the code of a sign-in", "magiclink"],
  ["the code of a recovery", "recovery"],
] as const)(
  "%s deletes a password and a name that were set before the email address was confirmed",
  patience,
  async (_name, type) => {
    await prepare();
    expect(await tryPassword(PREPARED)).toBe("email_not_confirmed");
    await typeCode(type);
    expect(await tryPassword(PREPARED)).toBe("invalid_credentials");
    expect(await readName(owner)).toBe("");

    expect((await owner.auth.updateUser({ password: OWN })).error).toBeNull();
    const { data } = await owner.auth.getUser();
    await owner
      .from("profiles")
      .update({ name: "Vera" })
      .eq("user_id", data.user?.id ?? "");
    // A later code does not delete the user's own password.
    await typeCode("magiclink");
    expect(await tryPassword(OWN)).toBeUndefined();
    expect(await readName(owner)).toBe("Vera");
  },
);

test(
  "an administrator's confirmation deletes the earlier password, but keeps a password from the same call",
  patience,
  async () => {
    const id = await prepare();
    await service.auth.admin.updateUserById(id, { email_confirm: true });
    expect(await tryPassword(PREPARED)).toBe("invalid_credentials");
    await service.auth.admin.deleteUser(id);

    const again = await prepare();
    await service.auth.admin.updateUserById(again, { email_confirm: true, password: OWN });
    expect(await tryPassword(PREPARED)).toBe("invalid_credentials");
    expect(await tryPassword(OWN)).toBeUndefined();
  },
);

test(
  "an account that an administrator creates with a confirmed email address keeps its password and name when its owner signs in",
  patience,
  async () => {
    const { error } = await service.auth.admin.createUser({
      email: EMAIL,
      password: OWN,
      email_confirm: true,
      user_metadata: { name: "Vera" },
    });
    expect(error).toBeNull();
    await owner.auth.signInWithPassword({ email: EMAIL, password: OWN });
    expect(await readName(owner)).toBe("Vera");
  },
);

test(
  "confirming a new email address with a code keeps the password and the name",
  patience,
  async () => {
    const created = await service.auth.admin.createUser({
      email: "before@prepared.example",
      password: OWN,
      email_confirm: true,
      user_metadata: { name: "Vera" },
    });
    expect(created.error).toBeNull();
    const addresses = { email_change_current: "before@prepared.example", email_change_new: EMAIL };
    const proofs: { email: string; token: string }[] = [];
    for (const type of ["email_change_current", "email_change_new"] as const) {
      const { data } = await service.auth.admin.generateLink({
        type,
        email: "before@prepared.example",
        newEmail: EMAIL,
      });
      // Use the codes, because the admin API's link for the new address does not verify the
      // address.
      proofs.push({ email: addresses[type], token: data.properties?.email_otp ?? "" });
    }
    for (const proof of proofs) {
      expect((await owner.auth.verifyOtp({ ...proof, type: "email_change" })).error).toBeNull();
    }
    await owner.auth.signInWithPassword({ email: EMAIL, password: OWN });
    expect(await readName(owner)).toBe("Vera");
  },
);
