import { Suspense } from "react";
import { Monogram } from "@/components/ui/monogram";
import { loadFace } from "@/features/account/loaders";
import { guardDocument } from "@/lib/http/document-request.server";

type Props = { userId: string; address: string };

async function Face({ userId, address }: Props) {
  const { name, url } = await loadFace();
  return <Monogram id={userId} name={name || address} shape="person" imageUrl={url} />;
}

export async function OwnFace({ userId, address }: Props) {
  await guardDocument(loadFace);
  return (
    <Suspense fallback={<Monogram id={userId} name={address} shape="person" />}>
      <Face userId={userId} address={address} />
    </Suspense>
  );
}
