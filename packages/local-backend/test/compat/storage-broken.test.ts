import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { MIA, tokenOf } from "./storage-people.ts";
import { documents, openScene, PDF, type Scene } from "./storage-scene.ts";

let scene: Scene;
let headers: Record<string, string>;
/** Uncaught errors. Without this test's listeners, an uncaught error would end the process. */
let fatal: unknown[];
const note = (error: unknown) => fatal.push(error);

beforeAll(async () => {
  scene = await openScene();
  headers = {
    apikey: scene.backend.keys.publishable,
    authorization: `Bearer ${await tokenOf(scene.backend, MIA)}`,
  };
});
afterAll(() => scene.close());

beforeEach(() => {
  fatal = [];
  process.on("uncaughtException", note).on("unhandledRejection", note);
});
afterEach(() => {
  process.off("uncaughtException", note).off("unhandledRejection", note);
});

async function begin(path: string, extra: Record<string, string>, body = "") {
  const { hostname, port } = new URL(scene.backend.urls.api);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  const lines = Object.entries({ host: hostname, ...headers, ...extra }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const head = `POST /storage/v1/object/${path} HTTP/1.1\r\n${lines.join("")}\r\n`;
  await new Promise<void>((resolve) => socket.write(head + body, () => resolve()));
  return socket;
}

async function expectAlive() {
  for (let n = 0; n < 3; n += 1) {
    const options = { ...PDF, upsert: true };
    const { error } = await documents(scene.mia).upload(`${MIA}/alive.pdf`, "alive", options);
    expect(error).toBeNull();
  }
  const health = await fetch(`${scene.backend.urls.api}/health`);
  await health.arrayBuffer();
  expect(health.status).toBe(200);
  expect(fatal).toEqual([]);
}

const RAW = { "content-type": "application/pdf" };
const FORM = { "content-type": "multipart/form-data; boundary=XX" };
const PART =
  '--XX\r\nContent-Disposition: form-data; name=""; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n';

describe("Storage with broken connections", () => {
  test.each([
    ["raw bytes, before the first byte", RAW, { "content-length": "1000" }, ""],
    ["raw bytes, after a few bytes", RAW, { "content-length": "1000" }, "12345"],
    ["raw bytes of unknown length", RAW, { "transfer-encoding": "chunked" }, "5\r\n12345\r\n"],
    ["a form, before its file", FORM, { "content-length": "1000" }, "--XX\r\n"],
    ["a form, in the middle of its file", FORM, { "content-length": "1000" }, `${PART}abc`],
  ])(
    "keeps running when a connection breaks during an upload: %s",
    async (_what, type, length, body) => {
      for (let n = 0; n < 5; n += 1) {
        const socket = await begin(`documents/${MIA}/cut.pdf`, { ...type, ...length }, body);
        socket.destroy();
      }
      await expectAlive();
    },
  );

  test.each([
    ["raw", RAW, "5\r\n12345\r\nZZ\r\n"],
    ["a form", FORM, "5\r\n--XX\r\r\nZZ\r\n"],
  ])("keeps running after a malformed chunk of an upload: %s", async (_what, type, body) => {
    const extra = { ...type, "transfer-encoding": "chunked" };
    const socket = await begin(`documents/${MIA}/chunk.pdf`, extra, body);
    await new Promise((resolve) => socket.once("close", resolve).resume());
    await expectAlive();
  });

  test.each([
    ["raw", RAW, "12345"],
    ["a form", FORM, `${PART}abc`],
  ])(
    "keeps running when a connection breaks after a refused upload: %s",
    async (_what, type, body) => {
      for (let n = 0; n < 5; n += 1) {
        const extra = { ...type, "content-length": "100000" };
        const socket = await begin("nowhere/a.pdf", extra, body);
        // The later response shows that the backend has refused the upload by now.
        await documents(scene.mia).list("");
        socket.destroy();
      }
      await expectAlive();
    },
  );
});

describe("an upload form", () => {
  const whole = `${PART}abc\r\n--XX--\r\n`;
  test.each([
    ["names no boundary", "multipart/form-data", whole],
    ["has another boundary", "multipart/form-data; boundary=YY", whole],
    ["is empty", FORM["content-type"], ""],
    ["ends in the headers of a part", FORM["content-type"], PART.slice(0, 30)],
    ["ends in its file", FORM["content-type"], `${PART}half a fi`],
    ["ends before its last boundary", FORM["content-type"], `${PART}abc\r\n--XX\r\n`],
  ])("refuses an upload form that %s", async (_what, type, body) => {
    const filesBefore = scene.keptFiles().length;
    const response = await fetch(scene.url(`/object/documents/${MIA}/none.pdf`), {
      method: "POST",
      headers: { ...headers, "content-type": type },
      body,
    });
    expect(await response.json()).toMatchObject({ statusCode: "400", code: "InvalidRequest" });
    expect(response.status).toBe(400);
    expect(scene.keptFiles()).toHaveLength(filesBefore);
  });

  test("refuses an upload form whose metadata is nested too deep", async () => {
    const deep = `{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    const field = `--XX\r\nContent-Disposition: form-data; name="metadata"\r\n\r\n${deep}\r\n`;
    const response = await fetch(scene.url(`/object/documents/${MIA}/deep.pdf`), {
      method: "POST",
      headers: { ...headers, ...FORM },
      body: field + whole,
    });
    expect(await response.json()).toMatchObject({ statusCode: "400", code: "InvalidRequest" });
  });

  test("accepts a complete upload form", async () => {
    const response = await fetch(scene.url(`/object/documents/${MIA}/whole.pdf`), {
      method: "POST",
      headers: { ...headers, ...FORM },
      body: whole,
    });
    expect(response.status).toBe(200);
    expect(await (await documents(scene.mia).download(`${MIA}/whole.pdf`)).data?.text()).toBe(
      "abc",
    );
  });
});
