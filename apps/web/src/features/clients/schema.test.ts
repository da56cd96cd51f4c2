import { describe, expect, it } from "vitest";
import {
  formatHeadings,
  formatRanges,
  parseClientRows,
  toHeadings,
  toRanges,
} from "@/features/clients/schema";

function readRows(csv: string) {
  const table = parseClientRows(csv);
  if (!table.ok) throw new Error(table.message);
  return table;
}

describe("parseClientRows", () => {
  it("reads quoted cells, alternative column names and semicolons as separators", () => {
    const csv =
      '\ufeffClient;Reference;Contact;Email;Phone\r\n"Quill; Press";Q-1;Nadia;n@q.example;1\r\n\r\n';
    expect(parseClientRows(csv)).toEqual({
      ok: true,
      rows: [
        { name: "Quill; Press", ref: "Q-1", contact_name: "Nadia", contact_email: "n@q.example" },
      ],
      numbers: [2],
      ignored: ["Phone"],
    });
  });

  // S-2.30
  it("numbers rows as the spreadsheet does, counting headings and blank rows but not line breaks in cells", () => {
    const csv = '\r\nname;ref\r\n\r\n"Two\r\nlines";1\r\n;\r\n \r\nLast;2\r\n';
    const { rows, numbers } = readRows(csv);
    expect(rows.map(({ ref }) => ref)).toEqual(["1", "2"]);
    expect(numbers).toEqual([4, 7]);
    // Browsers send the text of a field with CRLF line ends. The rows must be the same.
    expect(readRows(csv.replaceAll("\r\n", "\n")).numbers).toEqual([4, 7]);
  });

  const ann = { name: "Reed", contact_name: "Ann Reed", contact_email: "a@r.example" };

  it.each([
    ["Company,Contact person,Email address", ann],
    ["Company name,Contact,Email address", ann],
    ["Customer,Primary contact,Email", ann],
    ["Customer full name,contact-person,E-Mail", ann],
    ["Organisation,Contact name,Contact email", ann],
    ["Business Name,Contact Name,Primary Email", ann],
  ])("reads the headings %s as name and contact columns", (headings, row) => {
    expect(parseClientRows(`${headings}\nReed,Ann Reed,a@r.example`)).toEqual({
      ok: true,
      rows: [row],
      numbers: [2],
      ignored: [],
    });
  });

  it.each(["Account number", "AccountNumber", "Client code", "Code", "Customer No.", "Ref."])(
    "reads the heading %s as the client's reference",
    (heading) => {
      expect(readRows(`name,${heading}\nReed,R-1`).rows).toEqual([{ name: "Reed", ref: "R-1" }]);
    },
  );

  it("reads a Xero export, in which the client is called a contact", () => {
    const csv = [
      "*ContactName,AccountNumber,EmailAddress,FirstName,LastName,POCity",
      "Reed,R-1,a@r.example,Ann,Reed,York",
      "Wold,W-1,,,,",
    ].join("\n");
    expect(readRows(csv)).toMatchObject({
      rows: [
        { ...ann, ref: "R-1" },
        { name: "Wold", ref: "W-1", contact_email: "" },
      ],
      ignored: ["POCity"],
    });
  });

  // S-2.30
  it("lists ignored columns with content, and does not guess a field for them", () => {
    const csv = "name,Fax,Phone,First name,Contact,\nReed,,0123,Ann,Ann Reed,\nWold,,,,Ben,x";
    expect(readRows(csv)).toMatchObject({
      rows: [
        { name: "Reed", contact_name: "Ann Reed" },
        { name: "Wold", contact_name: "Ben" },
      ],
      ignored: ["Phone", "First name"],
    });
  });

  it("rejects two columns for the same field, unless one of them is empty", () => {
    expect(parseClientRows("Name,Company,Email\nAnn,Reed,a@r.example")).toEqual({
      ok: false,
      message: "Two columns contain the name: “Name” and “Company”. Rename or remove one of them.",
    });
    expect(readRows("Customer,Company\n,Reed").rows).toEqual([{ name: "Reed" }]);
  });

  it.each([
    ["", "The file has no column “name”."],
    ["title\nA", "The file has no column “name”."],
    ["name\n", "There is no row below the column names."],
    ['name\n"open', "Row 2 is not valid CSV. Check its quotation marks."],
    ['name\n\n"a\nb"\n"open\nc\nd', "Row 4 is not valid CSV. Check its quotation marks."],
    ['name\n"a\nb"\nc"d\ne', "Row 3 is not valid CSV. Check its quotation marks."],
    [`name\n${"a\n".repeat(1_001)}`, "At most 1,000 rows at once. Split the file."],
    [`name\n${"a".repeat(1_048_576)}`, "At most 1\u00a0MB at once. Split the file."],
  ])("rejects invalid CSV and names the row and the reason (%#)", (csv, message) => {
    expect(parseClientRows(csv)).toEqual({ ok: false, message });
  });
});

describe("skipped rows", () => {
  it.each([
    [[1, 2, 3, 4, 5, 9], "1-5,9", "1–5, 9"],
    [[7], "7", "7"],
    [[2, 4, 5], "2,4-5", "2, 4–5"],
    [[12_345, 12_346], "12345-12346", "12345–12346"],
  ])("formats the skipped rows %j for a URL and for display", (rows, address, text) => {
    expect(toRanges(rows)).toBe(address);
    expect(formatRanges(address)).toBe(text);
  });

  it("truncates a long list of skipped rows", () => {
    const address = toRanges(Array.from({ length: 500 }, (_, index) => 2 * index + 1));
    expect(address).toMatch(/^1,3,5,.*39,more$/);
    expect(formatRanges(address)).toMatch(/37, 39 …$/);
  });

  it.each([undefined, "", "1;2", "all of them", "1,,2", "more"])(
    "formats the invalid value %j as no skipped rows",
    (address) => {
      expect(formatRanges(address)).toBeUndefined();
    },
  );
});

describe("ignored headings", () => {
  it.each([
    [["Phone"], "Phone", "“Phone”"],
    [["Phone", "Straße (privat)"], "Phone,Straße (privat)", "“Phone”, “Straße (privat)”"],
    [["a", "b", "c", "d", "e", "f"], "a,b,c,d,e,…", "“a”, “b”, “c”, “d”, “e”, …"],
    [["€", "Phone"], "Phone", "“Phone”"],
    [["see https://x.example, now"], "see https x example now", "“see https x example now”"],
  ])("formats the ignored headings %j for a URL and for display", (headings, address, text) => {
    expect(toHeadings(headings)).toBe(address);
    expect(formatHeadings(address)).toBe(text);
  });

  it.each([
    undefined,
    "",
    "https://x.example",
    "a.example",
    `${"a".repeat(41)}`,
    "a,,b",
    "a,b,c,d,e,f",
  ])("formats the invalid value %j as no ignored headings", (address) => {
    expect(formatHeadings(address)).toBeUndefined();
  });
});
