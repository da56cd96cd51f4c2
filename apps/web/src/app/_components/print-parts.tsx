import { strings } from "@/app/_components/strings";
import { RootStyle } from "@/components/ui/root-style";
import { FirmLogo } from "@/features/orgs/components/firm-logo";
import { formatPrinted } from "@/lib/format/format";
import { PrintTime } from "@/lib/style/print-time";
import { cssString } from "@/lib/style/root-properties";

const texts = strings.print;

type Record = {
  firm: { name: string; logoPath: string | null; timeZone: string };
  client: string;
  title: string;
};

/** Sets the texts of the footer that `print.css` shows in the margin of printed pages. */
export function PrintParts({ firm, client, title }: Record) {
  const { timeZone } = firm;
  const pages = `${cssString(`${texts.page} `)} counter(page) ${cssString(` ${texts.of} `)} counter(pages)`;
  return (
    <>
      <RootStyle
        properties={{
          "--print-record": cssString(`${title} · ${client} · ${texts.printed} `),
          "--print-time": cssString(formatPrinted(new Date(), timeZone)),
          "--print-pages": pages,
        }}
      />
      <PrintTime timeZone={timeZone} />
      <div className="mb-4 hidden items-center justify-between gap-6 print:flex">
        <span className="flex items-center gap-2 font-semibold">
          <FirmLogo name={firm.name} logoPath={firm.logoPath} />
          {firm.name}
        </span>
        <span className="text-right">{texts.client(client)}</span>
      </div>
    </>
  );
}
