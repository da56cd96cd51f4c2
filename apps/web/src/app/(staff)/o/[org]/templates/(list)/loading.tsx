import { ListSkeleton } from "@/app/(staff)/o/[org]/_components/list-skeleton";

export default ListSkeleton;
