import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Upload } from "@tus/server";

const ENDING = ".json";

/** If the process is killed while it writes a record, the old record remains. */
export class UploadRecords {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  async get(id: string): Promise<Upload | undefined> {
    try {
      return new Upload(JSON.parse(await readFile(this.#pathOf(id), "utf8")));
    } catch {
      return undefined;
    }
  }

  async set(id: string, upload: Upload): Promise<void> {
    const path = this.#pathOf(id);
    await writeFile(`${path}.new`, JSON.stringify(upload), { mode: 0o600 });
    await rename(`${path}.new`, path);
  }

  async delete(id: string): Promise<void> {
    await rm(this.#pathOf(id), { force: true });
  }

  async list(): Promise<string[]> {
    const names = await readdir(this.#directory);
    return names
      .filter((name) => name.endsWith(ENDING))
      .map((name) => name.slice(0, -ENDING.length));
  }

  #pathOf(id: string): string {
    return join(this.#directory, `${id}${ENDING}`);
  }
}
