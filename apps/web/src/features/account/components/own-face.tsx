import { Streamed } from "@/components/ui/streamed";
import { Avatar } from "@/features/account/components/avatar";
import { loadFace } from "@/features/account/loaders";

const SIZE = "size-7 text-xs";

async function Face({ address }: { address: string }) {
  const { name, url } = await loadFace();
  return <Avatar name={name || address} url={url} className={SIZE} />;
}

/** Picture or initials of who is signed in; no frame waits for them. */
export function OwnFace({ address }: { address: string }) {
  return (
    <Streamed check={loadFace} fallback={<Avatar name={address} url={null} className={SIZE} />}>
      <Face address={address} />
    </Streamed>
  );
}
