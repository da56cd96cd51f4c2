import { SettingsSkeleton } from "@/app/(staff)/o/[org]/settings/_components/settings-skeleton";

export default SettingsSkeleton;
