import { assemblePdf } from "./documents";

// Squares whose left half is black, in the formats that scanners and office programs produce. The
// fax bytes are the strip of `convert half.pgm -compress group4 half.tif` (64 × 64). The JBIG2
// bytes are the same strip as a generic region in MMR coding, after the header of a page. The JPEG
// 2000 bytes are the output of `opj_compress -i half.pgm -o half.jp2 -n 4` for 16 × 16 pixels.
const FAX = "JqDV///////////////////////////////4AIAI";
const JBIG2 =
  "AAAAADAAAQAAABMAAABAAAAAQAAAAAAAAAAAAAAAAAAAASYAAQAAADAAAABAAAAAQAAAAAAAAAAAAAEmoNX///////////////////////////////gAgAg=";
const JPEG_2000 =
  "AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAEAAAABAAAQcHAAAAAAAPY29scgEAAAAAABEAAACtanAyY/9P/1EAKQAAAAAAEAAAABAAAAAAAAAAAAAAABAAAAAQAAAAAAAAAAAAAQcBAf9SAAwAAAABAAMEBAAB/1wADUBASEhQSEhQSEhQ/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS4w/5AACgAAAAAAMgAB/5PfgCgJFVp0w8/AFAjxS10lz8AkFyyoiTomFletx9oIACFuB/r/2Q==";

type Leaf = { resources: string; content: string; objects?: string[] };

const stream = (entries: string, bytes: string) =>
  `<< ${entries} /Length ${bytes.length} >>\nstream\n${bytes}\nendstream`;

const image = (base64: string, entries: string): Leaf => ({
  resources: "/XObject << /Scan OBJECT >>",
  content: "q 595 0 0 842 0 0 cm /Scan Do Q",
  objects: [
    stream(
      `/Type /XObject /Subtype /Image /ColorSpace /DeviceGray ${entries}`,
      Buffer.from(base64, "base64").toString("latin1"),
    ),
  ],
});

function assemble(leaves: readonly Leaf[]): Buffer {
  const objects = ["<< /Type /Catalog /Pages 2 0 R >>", ""];
  const kids = leaves.map(({ resources, content, objects: own = [] }) => {
    const named = resources.replace("OBJECT", `${objects.length + 1} 0 R`);
    objects.push(...own, stream("", content));
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${objects.length} 0 R /Resources << ${named} >> >>`,
    );
    return `${objects.length} 0 R`;
  });
  objects[1] = `<< /Type /Pages /Kids [${kids.join(" ")}] /Count ${kids.length} >>`;
  return assemblePdf(objects);
}

/**
 * One page for each decoder that a viewer needs. The last page has a square in a font that is not
 * embedded, next to Chinese text in an Adobe encoding.
 */
export function makeScans(): Buffer {
  const fax = "/Width 64 /Height 64 /BitsPerComponent 1";
  const square = "BT /Dingbats 842 Tf -345 110 Td (n) Tj ET";
  const dingbats = "/Dingbats << /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>";
  const chinese =
    "/Chinese << /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> >>] >>";
  return assemble([
    image(FAX, `${fax} /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 64 /Rows 64 >>`),
    image(JBIG2, `${fax} /Filter /JBIG2Decode`),
    image(JPEG_2000, "/Width 16 /Height 16 /BitsPerComponent 8 /Filter /JPXDecode"),
    {
      resources: `/Font << ${dingbats} ${chinese} >>`,
      content: `${square} BT /Chinese 24 Tf 330 700 Td <4E2D6587> Tj ET`,
    },
  ]);
}

export function makeBrokenScan(): Buffer {
  const noImage = Buffer.from("no picture").toString("base64");
  return assemble([image(noImage, "/Width 16 /Height 16 /BitsPerComponent 8 /Filter /JPXDecode")]);
}
