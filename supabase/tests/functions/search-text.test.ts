import { expect } from "vitest";
import { type Scene, test } from "../harness/test.ts";

type Pair = [name: string, query: string, isFound?: boolean];

const PAIRS: Pair[] = [
  ["Okafor Dental", "okafor"],
  ["Okafor Dental", "OKAFOR DENTAL"],
  ["eBay Seller", "EBAY"],
  ["ŁÓDŹ Transport", "łódź"],
  ["ΑΘΗΝΑ Foods", "αθηνα"],
  ["ΟΔΥΣΣΕΥΣ", "οδυσσευς"],
  ["Οδυσσεύς Travel", "ΟΔΥΣΣΕΥΣ"],
  ["МОСКВА", "москва"],
  ["İstanbul Tekstil", "istanbul"],
  ["ISPARTA", "isparta"],
  ["Isparta", "ısparta"],
  ["Müller Ceramics", "MULLER"],
  ["Müller Ceramics", "muller"],
  ["Müller Ceramics", "Müller"],
  ["Muller Ceramics", "Müller"],
  ["Mu\u0308ller Ceramics", "Müller"],
  ["Müller & Café", "cafe"],
  ["Müller & Cafe", "Café"],
  ["Ärzte GmbH", "arzte"],
  ["Ødegård", "odegard"],
  ["Łódź Transport", "lodz"],
  ["Đặng Văn", "dang van"],
  ["Žižkov Pivovar", "zizkov"],
  ["Señor Tapas", "senor"],
  ["Française d’Eau", "francaise"],
  ["Þórsmörk", "thorsmork"],
  ["Nguyễn Thị", "nguyen thi"],
  ["Ёлка", "елка"],
  ["Άλφα", "αλφα"],
  // Sharp s and ligatures, which are equal to two letters
  ["Weißbier", "weissbier"],
  ["Strasse 9", "straße"],
  ["STRAẞE", "strasse"],
  ["Ægir", "aegir"],
  ["Cœur", "coeur"],
  ["Aﬀinity ﬁnance", "affinity finance"],
  ["Affinity", "aﬃnity"],
  ["Ǆenana", "dzenana"],
  // Full-width letters and other compatibility characters
  ["ＡＢＣ Ｌｔｄ", "abc ltd"],
  ["ABC", "ＡＢＣ"],
  ["Studio №5", "no5"],
  ["H₂O Lab", "h2o"],
  ["Ⅳ Partners", "iv partners"],
  ["ｶﾀｶﾅ", "カタカナ"],
  // Chinese, Japanese, Korean and other scripts
  ["株式会社山田", "山田"],
  ["株式会社山田", "株式"],
  ["한국상사", "한국"],
  ["北京茶馆", "茶"],
  ["がくや", "がく"],
  ["שלום", "לום"],
  ["مكتب", "مكت"],
  // Characters that LIKE or SQL treat specially
  ["100% Wool", "100%"],
  ["1000 Wool", "100% w", false],
  ["snake_case", "e_c"],
  ["snakeXcase", "e_c", false],
  ["back\\slash", "k\\s"],
  ["O'Brien", "o'brien"],
  ['The "Lamplight"', '"lamp'],
  ["Smith; drop table", "; drop"],
  ["Percent", "%", false],
  ["Under", "_", false],
  // Queries that do not find the client
  ["Müller Ceramics", "mueller", false],
  ["Okafor", "okafro", false],
  ["An Name", "\u0301", false],
  ["Cutler’s Yard", "yard  cut", false],
];

async function findNames(scene: Scene, query: string): Promise<unknown[]> {
  const { alpha } = scene.world;
  const rows = await scene.as(alpha.member).rows("list_clients", { org_id: alpha.orgId, query });
  return rows.map((row) => row.name);
}

test("the table of examples contains at least 60 pairs of a client's name and a query", () => {
  expect(PAIRS.length).toBeGreaterThanOrEqual(60);
});

test.for(PAIRS)(
  "the client named “%s” is found or not found by the query “%s”, as the table of examples states",
  async ([name, query, isFound], { scene }) => {
    await scene.db.query("insert into public.clients (org_id, name) values ($1, $2)", [
      scene.world.alpha.orgId,
      name,
    ]);
    const found = await findNames(scene, query);
    expect(found.includes(name)).toBe(isFound ?? true);
  },
);

test("fold() leaves an already folded text unchanged", async ({ scene }) => {
  const texts = PAIRS.flatMap(([name, query]) => [`${name}!`, query]);
  const { rows } = await scene.db.query(
    `select value from unnest($1::text[]) value
    where private.fold(private.fold(value)) <> private.fold(value)`,
    [texts],
  );
  expect(rows).toEqual([]);
});

test("client names are sorted and compared without regard to case and accents", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.db.query("delete from public.clients where org_id = $1", [alpha.orgId]);
  await scene.db.query(
    "insert into public.clients (org_id, name) select $1, name from unnest($2::text[]) name",
    [
      alpha.orgId,
      ["Zeta Ltd", "Bravo", "Ärzte GmbH", "eBay Seller", "apple farm", "Müller & Café"],
    ],
  );
  const rows = await scene.as(alpha.member).rows("list_clients", { org_id: alpha.orgId });
  const sorted = ["apple farm", "Ärzte GmbH", "Bravo", "eBay Seller", "Müller & Café", "Zeta Ltd"];
  expect(rows.map((row) => row.name)).toEqual(sorted);
  const direct = await scene
    .as(alpha.member)
    .query("select name from public.clients where name > 'b' order by name");
  expect(direct.map((row) => row.name)).toEqual(sorted.slice(2));
});
