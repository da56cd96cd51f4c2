import { basename } from "node:path";

const MATRIX = "supabase/tests/policies/matrix.test.ts";
const WORLD = "supabase/tests/harness/world.ts";
const FIRST_NUMBER = 23;

export function tableSql(name) {
  const words = name.replaceAll("_", " ");
  const table = `public.${name}`;
  return `create table ${table} (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references public.orgs (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 120),
  version int not null default 1,
  created_at timestamptz not null default private.clock(),
  updated_at timestamptz not null default private.clock(),
  unique (org_id, id)
);
comment on table ${table} is 'The ${words} of a firm.';

revoke all on ${table} from public, anon, authenticated, service_role;
grant select on ${table} to authenticated;
alter table ${table} enable row level security;
alter table ${table} force row level security;

create policy "staff read ${words}" on ${table} for select to authenticated
  using (org_id = any ((select private.my_org_ids())::uuid[]));
create policy "a required second factor comes first" on ${table}
  as restrictive for select to authenticated
  using (coalesce(org_id <> all ((select private.my_gated_org_ids())::uuid[]), false));

create trigger touch before update on ${table}
  for each row execute function private.touch();
`;
}

const camelCase = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

const policyTest = (name) => `import { describePolicies } from "../harness/policies.ts";

describePolicies({
  table: "public.${name}",
  reads: ({ alpha }) => {
    const rows = [alpha.${camelCase(name)}Id];
    return { owner: rows, admin: rows, member: rows, contact: [] };
  },
});
`;

function insert(file, text, anchor, added) {
  const found = anchor.exec(text);
  if (!found)
    throw new Error(`${file} has changed: ${anchor} is missing. Update scripts/new-table.mjs.`);
  const at = found.index + found[0].length;
  return text.slice(0, at) + added + text.slice(at);
}

function addToWorld(text, name) {
  const variable = camelCase(name);
  const added = [
    [/reminderId: string;\n/, `    ${variable}Id: string;\n`],
    [
      /const reminder = await[\s\S]*?\n {2}\);\n/,
      `  const ${variable} = await db.query<{ id: string }>(
    "insert into public.${name} (org_id, name) values ($1, 'Example') returning id",
    [alpha.orgId],
  );
`,
    ],
    [/reminderId: reminder\.rows.*\n/, `      ${variable}Id: ${variable}.rows[0]?.id ?? "",\n`],
  ];
  return added.reduce((result, [anchor, code]) => insert(WORLD, result, anchor, code), text);
}

/** Formats a time in UTC as the 14 digits of a migration's name. */
const stamp = (date) => date.toISOString().replace(/\D/g, "").slice(0, 14);

function nextVersion(migrations, now) {
  const last = migrations
    .map((file) => basename(file).slice(0, 14))
    .sort()
    .at(-1);
  if (last === undefined || last < stamp(now)) return stamp(now);
  const iso = last.replace(/(....)(..)(..)(..)(..)(..)/, "$1-$2-$3T$4:$5:$6Z");
  return stamp(new Date(Date.parse(iso) + 1_000));
}

function chooseNumber(schemas, wanted) {
  const taken = new Set(schemas.map((file) => Number(basename(file).slice(0, 2))));
  if (wanted === undefined) {
    let number = FIRST_NUMBER;
    while (taken.has(number)) number += 1;
    return number;
  }
  if (!/^\d\d$/.test(wanted))
    throw new Error(`The number must have two digits, but is "${wanted}".`);
  if (taken.has(Number(wanted)))
    throw new Error(`Another schema file has the number ${wanted}. Choose a free one.`);
  return Number(wanted);
}

/** Returns the paths and new texts of all files to write. `name` is a plural in snake_case. */
export function planTable(name, { number, now, schemas, migrations, read }) {
  if (!/^[a-z]+(_[a-z]+)*s$/.test(name ?? "")) {
    throw new Error(`"${name}" is not a table name. Use a plural in snake_case, such as "notes".`);
  }
  if (schemas.some((file) => read(file).includes(`create table public.${name} (`))) {
    throw new Error(`The table public.${name} already exists. Choose another name.`);
  }
  const prefix = String(chooseNumber(schemas, number)).padStart(2, "0");
  const words = name.replaceAll("_", " ");
  const title = `${words[0].toUpperCase()}${words.slice(1)}`;
  const sql = tableSql(name);
  return new Map([
    [`supabase/schemas/${prefix}_${name}.sql`, `-- ${title} of a firm.\n\n${sql}`],
    [
      `supabase/migrations/${nextVersion(migrations, now)}_${name}.sql`,
      `-- Firms have ${words}.\n\n${sql}`,
    ],
    [`supabase/tests/policies/${name.replaceAll("_", "-")}.test.ts`, policyTest(name)],
    [WORLD, addToWorld(read(WORLD), name)],
    [
      MATRIX,
      insert(
        MATRIX,
        read(MATRIX),
        /const READERS[\s\S]*?(?=\n\};)/,
        `\n  "public.${name}": STAFF,`,
      ),
    ],
  ]);
}
