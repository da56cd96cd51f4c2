export type ImageSize = { width: number; height: number };

const ascii = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to));

function pngSize(view: DataView): ImageSize {
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** Reads the size from the frame header, which follows all metadata. */
function jpegSize(view: DataView): ImageSize | null {
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

function webpSize(view: DataView, kind: string): ImageSize | null {
  if (kind === "VP8 ") {
    return {
      width: view.getUint16(26, true) & 0x3fff,
      height: view.getUint16(28, true) & 0x3fff,
    };
  }
  if (kind === "VP8L") {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  if (kind !== "VP8X") return null;
  const at24 = (offset: number) => view.getUint16(offset, true) | (view.getUint8(offset + 2) << 16);
  return { width: at24(24) + 1, height: at24(27) + 1 };
}

export function readImageSize(bytes: Uint8Array): ImageSize | null {
  if (bytes.byteLength < 30) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (ascii(bytes, 1, 4) === "PNG" && ascii(bytes, 12, 16) === "IHDR") return pngSize(view);
  if (view.getUint16(0) === 0xffd8) return jpegSize(view);
  if (ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 12) === "WEBP") {
    return webpSize(view, ascii(bytes, 12, 16));
  }
  return null;
}
