import { RootStyle } from "@/components/ui/root-style";
import { firmProperties } from "@/lib/style/firm-colors";

export function FirmColors({ color }: { color: string | null }) {
  const properties = firmProperties(color);
  return properties ? <RootStyle properties={properties} /> : null;
}
