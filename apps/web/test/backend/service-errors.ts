import { unwrap } from "@dossier/backend-client";
import { itemOf, storeFile } from "./firm";
import { errorOf, provocations } from "./provocation";

const PDF = new TextEncoder().encode("%PDF-1.4\n%%EOF\n");

export const storageErrors = provocations("storage", {
  EntityTooLarge: async ({ firm }) => {
    const { db, storage } = firm.contact.visit();
    const started = unwrap(
      await db.rpc("begin_upload", {
        item_id: itemOf(firm, "Broken file"),
        name: "a.pdf",
        bytes: 1000,
        mime: "application/pdf",
      }),
    ) as unknown as { path: string; bucket: string };
    const body = new Blob([new Uint8Array(101 * 1024 * 1024)], { type: "application/pdf" });
    return errorOf(storage.from(started.bucket).upload(started.path, body));
  },
  InvalidMimeType: async ({ firm }) => {
    const { db, storage } = firm.contact.visit();
    const started = unwrap(
      await db.rpc("begin_upload", {
        item_id: itemOf(firm, "Broken file"),
        name: "a.pdf",
        bytes: 1000,
        mime: "application/pdf",
      }),
    ) as unknown as { path: string; bucket: string };
    const body = new Blob([PDF], { type: "application/zip" });
    return errorOf(storage.from(started.bucket).upload(started.path, body));
  },
  NoSuchKey: async ({ firm, stage }) => {
    const file = { title: "Broken file", name: "b.pdf", mime: "application/pdf", bytes: PDF };
    const { file_id, path } = await storeFile(firm, file);
    const { functions, storage } = firm.contact.visit();
    unwrap(await functions.invoke("inspect-file", { body: { file_id } }));
    const { urls, keys } = stage.backend;
    const removed = await fetch(`${urls.api}/storage/v1/object/documents/${path}`, {
      method: "DELETE",
      headers: { apikey: keys.secret },
    });
    if (!removed.ok) throw new Error(`The object stayed: ${removed.status}.`);
    return errorOf(storage.from("documents").download(path));
  },
});

export const outageErrors = [
  ...provocations("functions", {
    still_checking: async ({ firm, stage }) => {
      const path = "/functions/v1/inspect-file";
      const disarm = stage.backend.faults.add({ path, status: 500 });
      const { functions } = firm.contact.visit();
      const error = await errorOf(functions.invoke("inspect-file", { body: { file_id: "" } }));
      disarm();
      return error;
    },
  }),
  ...provocations("network", {
    network: async ({ firm, stage }) => {
      const path = "/rest/v1/rpc/save_answer";
      stage.backend.faults.add({ path, drop: true });
      const item_id = itemOf(firm, "Broken file");
      return errorOf(firm.contact.visit().db.rpc("save_answer", { item_id }));
    },
    unavailable: async ({ firm, stage }) => {
      const path = "/rest/v1/rpc/save_answer";
      stage.backend.faults.add({ path, status: 503 });
      const item_id = itemOf(firm, "Broken file");
      return errorOf(firm.contact.visit().db.rpc("save_answer", { item_id }));
    },
    rate_limited: async ({ firm, stage }) => {
      const path = "/rest/v1/rpc/save_answer";
      stage.backend.faults.add({ path, status: 429 });
      const item_id = itemOf(firm, "Broken file");
      return errorOf(firm.contact.visit().db.rpc("save_answer", { item_id }));
    },
  }),
  ...provocations("any", {
    unknown: ({ firm }) =>
      errorOf(
        firm.contact
          .visit()
          .db.from("requests")
          .select("no_such_column" as "id"),
      ),
  }),
];
