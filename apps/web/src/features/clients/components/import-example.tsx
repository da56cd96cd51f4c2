import { Download } from "lucide-react";
import { strings } from "@/features/clients/strings";

const { example, exampleNote, sample, sampleFile, sampleName } = strings.import;

const [COLUMNS, ROW] = [0, 1].map((index) => sample.map((cell) => cell[index] ?? ""));
const TEXT = [COLUMNS, ROW].map((line) => line?.join(",")).join("\r\n");

export function ImportExample() {
  return (
    <>
      <h2 className="mb-1.5 text-sm font-semibold text-ink">{example}</h2>
      <div className="overflow-hidden rounded-md border border-line text-ink max-md:hidden">
        <table className="w-full border-collapse text-left wrap-normal">
          <thead className="bg-sunken text-2xs">
            <tr>
              {COLUMNS?.map((name) => (
                <th
                  key={name}
                  scope="col"
                  className="border-line px-2 py-1.5 font-mono font-normal not-first:border-l"
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr className="border-t border-line">
              {ROW?.map((value) => (
                <td key={value} className="border-line px-2 py-1.5 not-first:border-l">
                  {value}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
      <dl className="divide-y divide-line rounded-md border border-line text-ink md:hidden">
        {sample.map(([name, value]) => (
          <div key={name} className="flex gap-2 px-2.5 py-1.5">
            <dt className="w-28 shrink-0 font-mono text-2xs/4.5 font-normal text-ink-subtle">
              {name}
            </dt>
            <dd className="min-w-0">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2">{exampleNote}</p>
      <p className="mt-1">
        <a
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(`${TEXT}\r\n`)}`}
          download={sampleName}
          className="link inline-flex min-h-7 items-center gap-1.5 pointer-coarse:min-h-11"
        >
          <Download aria-hidden className="size-4" />
          {sampleFile}
        </a>
      </p>
    </>
  );
}
