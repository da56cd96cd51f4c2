declare module "workerd" {
  const path: string;
  export default path;
}
