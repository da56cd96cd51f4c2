import { expect, test } from "vitest";
import { readStamp, saveMerged, stampOf } from "@/lib/drafts/version-stamp";
import type { FormFailure } from "@/lib/forms/form-state";

type Fields = { title: string; message: string };

function openRecord(stored: { version: number; fields: Fields }) {
  const save = async (fields: Fields, version: number) => {
    if (version !== stored.version) throw new Error("version_conflict");
    stored.fields = fields;
    stored.version += 1;
    return stored.version;
  };
  const submit = (stamp: string, mine: Fields) => {
    const form = new FormData();
    form.set("version", stamp);
    return saveMerged<Fields, number>(form, {
      mine,
      save,
      fail: () => ({
        ok: false,
        code: "version_conflict",
        message: "Changed.",
        values: { ...mine },
      }),
      getStored: async () => ({ version: stored.version, fields: { ...stored.fields } }),
      compare: (theirs, typed) => [
        ...(theirs.title === typed.title
          ? []
          : [{ label: "Title", theirs: theirs.title, mine: typed.title }]),
        ...(theirs.message === typed.message
          ? []
          : [{ label: "Message", theirs: theirs.message, mine: typed.message }]),
      ],
    });
  };
  return { stored, submit };
}

const BASE = { title: "Accounts", message: "Soon" };

test("saveMerged saves the changes of both users if each user changed a different field", async () => {
  const record = openRecord({ version: 4, fields: { title: "Accounts 2031", message: "Soon" } });
  const saved = await record.submit(stampOf(3, BASE), { title: "Accounts", message: "By May" });
  expect(saved).toMatchObject({ ok: true, fields: { title: "Accounts 2031", message: "By May" } });
  expect(record.stored.fields).toEqual({ title: "Accounts 2031", message: "By May" });
});

test("saveMerged saves nothing if the user changed nothing", async () => {
  const fields = { title: "Accounts", message: "Soon ".repeat(20).trim() };
  const record = openRecord({ version: 3, fields });
  const saved = await record.submit(stampOf(3, fields), { ...fields });
  expect(saved).toEqual({ ok: true, data: null, version: 3, fields });
  expect(record.stored.version).toBe(3);
});

test("saveMerged returns the stored version and fields if the user changed nothing, but someone else did", async () => {
  const theirs = { title: "Accounts 2031", message: "Soon" };
  const record = openRecord({ version: 4, fields: theirs });
  const saved = await record.submit(stampOf(3, BASE), { ...BASE });
  expect(saved).toEqual({ ok: true, data: null, version: 4, fields: theirs });
  expect(record.stored.version).toBe(4);
});

// S-8.17
test("saveMerged shows only the field that both users changed, and overwrites only this field when the user submits again", async () => {
  const record = openRecord({ version: 4, fields: { title: "Accounts 2031", message: "In June" } });
  const mine = { title: "Accounts", message: "By May" };
  const refused = (await record.submit(stampOf(3, BASE), mine)) as FormFailure;
  expect(refused.versions).toEqual([{ label: "Message", theirs: "In June", mine: "By May" }]);
  expect(record.stored.fields).toEqual({ title: "Accounts 2031", message: "In June" });
  await record.submit(refused.values?.version ?? "", mine);
  expect(record.stored.fields).toEqual({ title: "Accounts 2031", message: "By May" });
});

test("saveMerged reports a new conflict if the stored value changed after the user saw the first conflict", async () => {
  const record = openRecord({ version: 4, fields: { title: "Accounts", message: "In June" } });
  const mine = { title: "Accounts", message: "By May" };
  const refused = (await record.submit(stampOf(3, BASE), mine)) as FormFailure;
  record.stored.fields = { title: "Accounts", message: "In July" };
  record.stored.version += 1;
  const again = (await record.submit(refused.values?.version ?? "", mine)) as FormFailure;
  expect(again.versions).toEqual([{ label: "Message", theirs: "In July", mine: "By May" }]);
});

test.each(["3 {", "3 null", "3 7", "3", ""])(
  "readStamp reads no field values from the damaged stamp %j",
  (text) => {
    expect(readStamp(text).base).toEqual({});
  },
);

test("readStamp returns a stamp's version and field values unchanged", () => {
  expect(readStamp(stampOf(12, BASE))).toEqual({ version: 12, base: BASE });
});
