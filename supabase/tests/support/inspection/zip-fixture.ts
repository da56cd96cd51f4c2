import { deflateRawSync } from "node:zlib";

interface Part {
  name: string;
  text: string;
  isDeflated?: boolean;
  isEncrypted?: boolean;
}

export function zipOf(parts: readonly Part[], comment = ""): Uint8Array {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const name = Buffer.from(part.name);
    const raw = Buffer.from(part.text);
    const data = part.isDeflated ? deflateRawSync(raw) : raw;
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(part.isEncrypted ? 1 : 0, 2);
    fields.writeUInt16LE(part.isDeflated ? 8 : 0, 4);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(raw.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), fields, name, data]);
    const end = Buffer.alloc(14);
    end.writeUInt32LE(offset, 10);
    centrals.push(
      Buffer.concat([Buffer.from("PK\u0001\u0002"), Buffer.from([20, 0]), fields, end, name]),
    );
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  end.writeUInt16LE(comment.length, 16);
  return new Uint8Array(
    Buffer.concat([...locals, directory, Buffer.from("PK\u0005\u0006"), end, Buffer.from(comment)]),
  );
}

export function ooxmlOf(mainPart: string, more: readonly Part[] = [], end = '"/></Types>') {
  const types = `<?xml version="1.0"?><Types><Override PartName="/main.xml" ContentType="${mainPart}${end}`;
  return zipOf([
    { name: "[Content_Types].xml", text: types, isDeflated: true },
    { name: "main.xml", text: "<document/>", isDeflated: true },
    ...more,
  ]);
}

export function odfOf(mime: string, manifest = "<manifest/>", more: readonly Part[] = []) {
  return zipOf([
    { name: "mimetype", text: mime },
    { name: "content.xml", text: "<office/>", isDeflated: true },
    { name: "META-INF/manifest.xml", text: manifest, isDeflated: true },
    ...more,
  ]);
}
