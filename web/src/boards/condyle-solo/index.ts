// The same table as that of condyle; its view says what is different.

export * from "../condyle"
