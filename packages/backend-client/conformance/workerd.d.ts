declare module "workerd" {
  /** Path of the program. */
  const path: string;
  export default path;
}
