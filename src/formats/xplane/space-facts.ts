/** Everything outside the planes. */
export interface SpaceFacts {
  hostnames: string[];
  errors: string[];
  warnings: string[];
}
