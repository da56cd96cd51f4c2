import { Suspense } from "react";
import { Avatar } from "@/features/account/components/avatar";
import { loadFace } from "@/features/account/loaders";
import { guardDocument } from "@/lib/http/document-request.server";

const SIZE = "size-7 text-xs";

async function Face({ address }: { address: string }) {
  const { name, url } = await loadFace();
  return <Avatar name={name || address} url={url} className={SIZE} />;
}

export async function OwnFace({ address }: { address: string }) {
  await guardDocument(loadFace);
  return (
    <Suspense fallback={<Avatar name={address} url={null} className={SIZE} />}>
      <Face address={address} />
    </Suspense>
  );
}
