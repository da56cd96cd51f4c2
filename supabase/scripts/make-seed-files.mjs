// Writes the demo firm's documents to seed/, and their sizes and hashes to seed.sql.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { crc32, deflateSync } from "node:zlib";

const projectDir = join(import.meta.dirname, "..");

function pdf(title, lines) {
  const quoted = (text) => text.replace(/[\\()]/g, "\\$&");
  const text = [
    "BT /F2 20 Tf 56 770 Td",
    `(${quoted(title)}) Tj`,
    "/F1 11 Tf 0 -34 Td 16 TL",
    ...lines.map((line) => `(${quoted(line)}) Tj T*`),
    "ET",
    "0.75 G 56 756 m 539 756 l S",
  ].join("\n");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>",
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>",
  ];
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const xref = body.length;
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  body += offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  body += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`;
  return Buffer.from(body, "latin1");
}

function png(width, height, paint) {
  const raw = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      raw.set(paint(x, y), y * (width * 3 + 1) + 1 + x * 3);
    }
  }
  const chunk = (type, data) => {
    const typed = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const framed = Buffer.alloc(typed.length + 8);
    framed.writeUInt32BE(data.length, 0);
    typed.copy(framed, 4);
    framed.writeUInt32BE(crc32(typed), typed.length + 4);
    return framed;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(raw, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function card([red, green, blue]) {
  return png(640, 400, (x, y) => {
    const isPaper = x > 40 && x < 600 && y > 40 && y < 360;
    if (!isPaper) return [120 - (y >> 4), 104 - (y >> 4), 88 - (y >> 4)];
    if (y < 96) return [red, green, blue];
    const isHead = (x - 130) ** 2 + (y - 190) ** 2 < 42 ** 2;
    const isBody = (x - 130) ** 2 / 70 ** 2 + (y - 320) ** 2 / 80 ** 2 < 1 && y < 330;
    if (isHead || isBody) return [146, 140, 134];
    const lineEnd = 560 - ((Math.floor(y / 36) * 47) % 130);
    const isLine = x > 240 && x < lineEnd && y > 130 && y < 336 && y % 36 < 9;
    return isLine ? [70, 68, 66] : [244, 241, 236];
  });
}

function receipt() {
  return png(360, 560, (x, y) => {
    if (x < 30 || x > 330 || y < 20 || y > 540) return [92, 78, 66];
    const isItem = y % 28 < 8 && y > 64 && y < 476;
    const nameEnd = 180 - ((Math.floor(y / 28) * 31) % 70);
    const isInk = isItem && ((x > 54 && x < nameEnd) || (x > 260 && x < 306));
    const isTotal = y > 492 && y < 508 && x > 54 && x < 306;
    return isInk || isTotal ? [48, 48, 50] : [250, 249, 246];
  });
}

function logo() {
  return png(256, 256, (x, y) => {
    const isWater = y > 176 + 8 * Math.sin(x / 16);
    if (isWater) return [24, 78, 99];
    const isTower = Math.abs(x - 128) < 14 + (y - 70) / 12 && y > 88;
    if (isTower) return y % 48 < 24 ? [196, 69, 54] : [247, 244, 238];
    const isLamp = (x - 128) ** 2 + (y - 74) ** 2 < 22 ** 2;
    return isLamp ? [246, 196, 83] : [222, 235, 238];
  });
}

const csv = (rows) => Buffer.from(`${rows.map((row) => row.join(",")).join("\r\n")}\r\n`, "utf8");

function statement(account, months) {
  const lines = [
    `Account ${account}`,
    "",
    "Date            Description                         Amount",
  ];
  let cents = 412_350;
  for (let day = 1; day <= 26; day++) {
    const amount = ((day * 7919 * months) % 48_000) - 21_000;
    cents += amount;
    const date = `${String((day % 28) + 1).padStart(2, "0")}/${String(months).padStart(2, "0")}`;
    const text = amount > 0 ? "Card sales settled" : "Supplier payment";
    lines.push(`${date}           ${text.padEnd(34)}  ${(amount / 100).toFixed(2)}`);
  }
  lines.push("", `Closing balance: ${(cents / 100).toFixed(2)}`);
  return pdf("Business current account", lines);
}

function transactions(count) {
  const rows = [["date", "description", "amount"]];
  for (let no = 1; no <= count; no++) {
    const day = String((no % 28) + 1).padStart(2, "0");
    rows.push([
      `2026-03-${day}`,
      `Invoice ${1000 + no}`,
      (((no * 6151) % 90_000) / 100).toFixed(2),
    ]);
  }
  return csv(rows);
}

const letter = (subject, ...lines) =>
  pdf(subject, ["To whom it may concern,", "", ...lines, "", "Yours faithfully,"]);

const documents = [
  ["bakery-march", "Statement March.pdf", statement("20-44-81 7300", 3)],
  ["bakery-april", "Statement April.pdf", statement("20-44-81 7300", 4)],
  ["bakery-till", "cash-register-report.csv", transactions(240)],
  ["bakery-receipt", "IMG_2041.png", receipt()],
  [
    "bakery-policy",
    "Insurance schedule.pdf",
    letter("Policy schedule", "Sum insured: 180,000", "Premises: 4 Mill Lane"),
  ],
  [
    "bakery-claims",
    "Claims history.pdf",
    letter("Claims history", "No claims in the last five years."),
  ],
  ["bakery-inventory", "inventory.csv", transactions(90)],
  ["dental-year", "Year end bank.pdf", statement("30-12-09 1184", 12)],
  ["dental-ledger", "ledger 2025.csv", transactions(400)],
  [
    "dental-equipment",
    "Scanner invoice.pdf",
    letter("Invoice 20817", "Intra-oral scanner", "Total 14,250.00"),
  ],
  [
    "joinery-reference",
    "Landlord reference.pdf",
    letter("Reference", "Rent has been paid on time since 2021."),
  ],
  [
    "joinery-blurred",
    "photo-small.png",
    png(96, 64, (x, y) => [(x * 2) % 200, 110, (y * 3) % 200]),
  ],
  ["raman-passport", "passport.png", card([92, 28, 44])],
  ["raman-payslip", "Pay stub January.pdf", letter("Pay stub", "Gross 3,940.00", "Net 3,012.55")],
  ["raman-p60", "P60.pdf", letter("End of year certificate", "Pay 47,280.00", "Tax 6,936.40")],
  ["raman-p60-first", "P60 (cut off).pdf", letter("End of year certificate", "Pay 47,2")],
  [
    "rowing-accounts",
    "Treasurer report.pdf",
    letter("Treasurer's report", "Subscriptions 18,400.00", "Boats 6,120.00"),
  ],
  ["rowing-members", "members.csv", transactions(120)],
  ["theatre-bank", "Bank 2024.pdf", statement("40-05-22 9903", 6)],
  ["theatre-box-office", "box-office.csv", transactions(180)],
];
const types = { pdf: "application/pdf", png: "image/png", csv: "text/csv" };

const uuid = (kind, no) => `5eed${kind}-0000-4000-8000-${String(no).padStart(12, "0")}`;

const rows = documents.map(([key, name, bytes], index) => {
  const extension = name.split(".").pop();
  const path = [uuid("0001", 1), uuid("0002", 1), uuid("0003", 1), uuid("0004", index + 1)].join(
    "/",
  );
  const hash = createHash("sha256").update(bytes).digest("hex");
  return { key, name, bytes, hash, mime: types[extension], path: `${path}.${extension}` };
});

for (const folder of ["documents", "images"]) {
  rmSync(join(projectDir, "seed", folder), { recursive: true, force: true });
}
function write(bucket, path, bytes) {
  const target = join(projectDir, "seed", bucket, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, bytes);
}
for (const row of rows) write("documents", row.path, row.bytes);
write("images", `logos/${uuid("0001", 1)}/${uuid("0005", 1)}.png`, logo());

const values = rows.map(
  (row) =>
    `  ('${row.key}', '${row.path}', '${row.name}', '${row.mime}', ${row.bytes.length},\n    '${row.hash}')`,
);
const seedPath = join(projectDir, "seed.sql");
const seed = readFileSync(seedPath, "utf8");
const begin = "-- documents: written by scripts/make-seed-files.mjs\n";
const end = "-- documents end\n";
writeFileSync(
  seedPath,
  seed.slice(0, seed.indexOf(begin) + begin.length) +
    `insert into seed_documents (key, path, name, mime, bytes, sha256) values\n${values.join(",\n")};\n` +
    seed.slice(seed.indexOf(end)),
);
