function refuse(): never {
  throw new Error(
    "Headers cannot be modified. Read more: https://nextjs.org/docs/app/api-reference/functions/headers",
  );
}

export class SealedHeaders extends Headers {
  override append(): never {
    return refuse();
  }

  override set(): never {
    return refuse();
  }

  override delete(): never {
    return refuse();
  }
}
