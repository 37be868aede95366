export * from "../condyle/printed"
