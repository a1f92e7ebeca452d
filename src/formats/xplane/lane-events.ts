import { Column32, ColumnDouble } from './segments.ts';

/** Events of the few device lines that are kept whole: `Steps` and `XLA Modules`. */
export class LaneEvents {
  readonly metadataId = new Column32();
  /** Ordinal of the line within the plane. */
  readonly line = new Column32();
  readonly offset = new ColumnDouble();
  readonly duration = new ColumnDouble();

  add(metadataId: number, line: number, offset: number, duration: number): void {
    this.metadataId.push(metadataId);
    this.line.push(line);
    this.offset.push(offset);
    this.duration.push(duration);
  }
}
