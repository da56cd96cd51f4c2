import { ChevronDown } from "lucide-react";
import { Deferred } from "@/components/ui/deferred";
import { Monogram } from "@/components/ui/monogram";
import { loadAvatar } from "@/features/account/loaders";
import { strings } from "@/features/auth/strings";
import { isDocumentRequest } from "@/lib/http/document-request.server";

type Props = { userId: string; address: string };

function Button({ userId, name, url }: { userId: string; name: string; url?: string | null }) {
  return (
    <summary
      aria-label={strings.account.menu(name)}
      className="flex min-h-11 list-none items-center gap-2 rounded-md px-2 text-sm font-medium hover:bg-hover"
    >
      <Monogram id={userId} name={name} shape="person" imageUrl={url} />
      <span className="hidden max-w-56 truncate sm:inline">{name}</span>
      <ChevronDown aria-hidden className="size-4 text-ink-muted group-open:rotate-180" />
    </summary>
  );
}

async function LoadedButton({ userId, address }: Props) {
  const { name, url } = await loadAvatar();
  return <Button userId={userId} name={name || address} url={url} />;
}

export async function AccountButton({ userId, address }: Props) {
  return (
    <Deferred
      isDocument={await isDocumentRequest()}
      fallback={<Button userId={userId} name={address} />}
    >
      <LoadedButton userId={userId} address={address} />
    </Deferred>
  );
}
