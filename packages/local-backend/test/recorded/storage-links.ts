import type { LocalBackend } from "../../src/index.ts";
import {
  nowSeconds,
  type Signer,
  USER_A,
  userToken,
  withBrokenSignature,
  withChangedPayload,
} from "./storage-callers.ts";

export type Answers = ReadonlyMap<string, string>;

interface Made {
  answers: Answers;
  signer: Signer;
  backend: LocalBackend;
}

type LinkToken = (made: Made) => Promise<string> | string;

function linkIn(text: string | null | undefined): string {
  return new URL(text ?? "", "http://link").searchParams.get("token") ?? "";
}

const tokenFrom =
  (call: string): LinkToken =>
  ({ answers }) => {
    const body = JSON.parse(answers.get(call) ?? "{}");
    return linkIn(body.signedURL ?? body.url);
  };

const tokenInBatch =
  (path: string): LinkToken =>
  ({ answers }) => {
    const links = JSON.parse(answers.get("batch") ?? "[]");
    if (!Array.isArray(links)) return "";
    return linkIn(links.find((link) => link.path === `${USER_A}/${path}`)?.signedURL);
  };

const changed =
  (token: LinkToken, change: (token: string) => string): LinkToken =>
  async (made) =>
    change(await token(made));

const SIGNED = tokenFrom("sign");
const UPLOAD = tokenFrom("upsign");
const UPSERT = tokenFrom("upsign existing upsert");
const LIMITED = tokenFrom("upsign lim");

const LINK_TOKENS: Readonly<Record<string, LinkToken>> = {
  "token by query": ({ signer }) => userToken(signer),
  "get signed": SIGNED,
  "HEAD signed": SIGNED,
  "signed range": SIGNED,
  "signed download": SIGNED,
  "signed download empty": SIGNED,
  "signed with A token too": SIGNED,
  "signed with bad bearer": SIGNED,
  "signed encoded name": tokenFrom("sign space name"),
  tampered: changed(SIGNED, withBrokenSignature),
  "tampered payload": changed(SIGNED, withChangedPayload),
  "token of other object": SIGNED,
  "token, other bucket": SIGNED,
  "token twice": SIGNED,
  "user jwt as token": ({ signer }) => userToken(signer),
  "self made with api secret": ({ signer }) =>
    signer.withSharedSecret({ url: `priv/${USER_A}/s.txt`, exp: nowSeconds() + 60 }),
  "service key as token": ({ backend }) => backend.keys.serviceRole,
  expired: tokenFrom("sign 1s"),
  "signed INM": SIGNED,
  "public url form of signed": SIGNED,
  "batch get": tokenInBatch("s.txt"),
  "batch get space": tokenInBatch("s2 x.txt"),
  "PUT link": UPLOAD,
  "PUT link again": UPLOAD,
  "PUT link x-upsert hdr": UPLOAD,
  "PUT link upsert": UPSERT,
  "PUT link upsert twice": UPSERT,
  "PUT tampered": changed(UPSERT, withBrokenSignature),
  "PUT other name": UPSERT,
  "PUT download token": SIGNED,
  "GET with upload token": UPSERT,
  "POST to link": UPLOAD,
  "PUT link form": tokenFrom("upsign form"),
  "PUT lim too large": LIMITED,
  "PUT lim bad mime": LIMITED,
  "PUT x-metadata": LIMITED,
};

/** Replaces the masked token in the recorded path with a valid one. */
export async function pathOf(path: string, name: string, made: Made): Promise<string> {
  if (!path.includes("<jwt>")) return path;
  const token = LINK_TOKENS[name];
  if (!token) throw new Error(`The recorded call "${name}" needs a token that no rule makes.`);
  return path.replace("<jwt>", await token(made));
}
