declare module "workerd" {
  /** Path of the workerd program. */
  const path: string;
  export default path;
}
