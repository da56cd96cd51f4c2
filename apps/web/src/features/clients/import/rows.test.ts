import { describe, expect, it } from "vitest";
import { describeRowError, parseClientRows } from "@/features/clients/import/rows";

function readRows(csv: string) {
  const table = parseClientRows(csv);
  if (!table.ok) throw new Error(table.message);
  return table;
}

describe("parseClientRows", () => {
  it("reads quoted cells, and accepts alternative column names and semicolons as separators", () => {
    const csv =
      '\ufeffClient;Reference;Contact;Email;Phone\r\n"Quill; Press";Q-1;Nadia;n@q.example;1\r\n\r\n';
    expect(parseClientRows(csv)).toEqual({
      ok: true,
      rows: [
        { name: "Quill; Press", ref: "Q-1", contactName: "Nadia", contactEmail: "n@q.example" },
      ],
      numbers: [2],
      ignored: ["Phone"],
    });
  });

  // S-2.78
  it("numbers rows as the spreadsheet does, counting headings and blank rows but not line breaks in cells", () => {
    const csv = '\r\nname;ref\r\n\r\n"Two\r\nlines";1\r\n;\r\n \r\nLast;2\r\n';
    const { rows, numbers } = readRows(csv);
    expect(rows.map(({ ref }) => ref)).toEqual(["1", "2"]);
    expect(numbers).toEqual([4, 7]);
    // Files may have LF line ends, but browsers send the text of a field with CRLF.
    expect(readRows(csv.replaceAll("\r\n", "\n")).numbers).toEqual([4, 7]);
  });

  const ann = { name: "Reed", contactName: "Ann Reed", contactEmail: "a@r.example" };

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
        { name: "Wold", ref: "W-1", contactEmail: "" },
      ],
      ignored: ["POCity"],
    });
  });

  // S-2.78
  it("lists ignored columns that have content, and does not use them as another field", () => {
    const csv = "name,Fax,Phone,First name,Contact,\nReed,,0123,Ann,Ann Reed,\nWold,,,,Ben,x";
    expect(readRows(csv)).toMatchObject({
      rows: [
        { name: "Reed", contactName: "Ann Reed" },
        { name: "Wold", contactName: "Ben" },
      ],
      ignored: ["Phone", "First name"],
    });
  });

  it("rejects two columns with content for the same field", () => {
    expect(parseClientRows("Name,Company,Email\nAnn,Reed,a@r.example")).toEqual({
      ok: false,
      message: "Two columns contain the name: “Name” and “Company”. Rename or remove one of them.",
    });
    expect(
      parseClientRows(
        "Name,Email,Main email,Contact email\nAnn,a@r.example,b@r.example,c@r.example",
      ),
    ).toEqual({
      ok: false,
      message:
        "3 columns contain the contact email: “Email”, “Main email” and “Contact email”. Keep one, and rename or remove the others.",
    });
    expect(readRows("Customer,Company\n,Reed").rows).toEqual([{ name: "Reed" }]);
  });

  it.each([
    ["", "Choose a CSV file or paste rows. The first line must contain a “name” column."],
    [
      "title\nA",
      "There is no “name” column. Your columns: “title”. Rename the column that contains the client names to “name”, then import again.",
    ],
    ["name\n", "There are no rows below the column names. Add at least one."],
    ['name\n"open', "Row 2 is not valid CSV. Check its quotation marks."],
    ['name\n\n"a\nb"\n"open\nc\nd', "Row 4 is not valid CSV. Check its quotation marks."],
    ['name\n"a\nb"\nc"d\ne', "Row 3 is not valid CSV. Check its quotation marks."],
    [
      `name\n${"a\n".repeat(1_001)}`,
      "This list has more than 1,000 rows. Split it and import each part.",
    ],
    [
      `name\n${"a".repeat(1_048_576)}`,
      "This list is larger than 1\u00a0MB. Split it and import each part.",
    ],
  ])("rejects invalid CSV with the message “$1”", (csv, message) => {
    expect(parseClientRows(csv)).toEqual({ ok: false, message });
  });
});

describe("describeRowError", () => {
  const TABLE = {
    ok: true as const,
    rows: [
      { name: "Vane & Sons", contactEmail: "zoe@example.com" },
      { name: "Reed", contactEmail: "reed at example" },
      { name: "vane & sons ", contactEmail: "Zoe@example.com" },
    ],
    // In the spreadsheet, row 3 is empty.
    numbers: [2, 4, 5],
    ignored: [],
  };

  it("quotes an email address whose format is wrong", () => {
    expect(describeRowError(TABLE, { row: 2, field: "contact_email", rule: "format" })).toBe(
      "Row 4, contact email: “reed at example” is not a valid email address. Enter one like name@example.com.",
    );
  });

  it("states the rule for a name whose format is wrong, without quoting the name", () => {
    expect(describeRowError(TABLE, { row: 1, field: "name", rule: "format" })).toBe(
      "Row 2, name: Use one line of text without tabs or invisible characters.",
    );
  });

  it("names the earlier row that a duplicate row repeats", () => {
    expect(describeRowError(TABLE, { row: 3, field: "name", rule: "repeated" })).toBe(
      "Row 5, name: This row repeats row 2. Remove one of them.",
    );
  });

  it("names the earlier row with the same name, email and reference, and treats an empty reference like a missing one", () => {
    const contactEmail = "zoe@example.com";
    const rows = [
      { name: "Vane", contactEmail, ref: "V-1" },
      { name: "Vane", contactEmail, ref: "V-2" },
      { name: "Vane", contactEmail, ref: " V-2" },
      { name: "Vane", contactEmail },
      { name: "vane", contactEmail, ref: "" },
    ];
    const table = { ok: true as const, rows, numbers: [2, 3, 4, 5, 6], ignored: [] };
    const repeated = (row: number) =>
      describeRowError(table, { row, field: "name", rule: "repeated" });
    expect(repeated(3)).toBe("Row 4, name: This row repeats row 3. Remove one of them.");
    expect(repeated(5)).toBe("Row 6, name: This row repeats row 5. Remove one of them.");
  });

  it("uses the sentence of the form field if imports have no sentence for the broken rule", () => {
    expect(describeRowError(TABLE, { row: 1, field: "ref", rule: "unique" })).toBe(
      "Row 2, reference: Another client has this reference. Enter another.",
    );
  });
});
